import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Places in the line-by-line view", .timeLimit(.minutes(5)))
struct PlainPlacesTests {
    private func converse(_ arguments: String..., typing lines: [String]) async -> String {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(lines)
        let status = await CommandLineProgram<GuideHost>(console: console).run(["launch", "guide"] + arguments)
        #expect(status == .done)
        return recorder.text(.output)
    }

    private static let town = """
        Oslo

          This is Oslo.
        1. Write a note (e)
        2. Back to Guide
        3. Another feature…
        Number, ? for more, q to go back:
        """

    @Test(
        "A row's link is a choice that goes to its place, and back is a choice there",
        arguments: [([], "2"), (["--set", "copy=true"], "2"), ([], "q"), (["--set", "copy=true"], "q")])
    func row(options: [String], back: String) async {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        // In a copy, the choices keep the numbers of the list, because the session stays the same.
        let isCopy = !options.isEmpty
        console.input = .typing(["1", "1", isCopy && back == "2" ? "11" : back, "q"])
        let status = await CommandLineProgram<GuideHost>(console: console).run(["launch", "guide"] + options)
        #expect(status == .done)
        let output = recorder.text(.output)
        #expect(output.contains("1. Open Oslo\n"))
        if !isCopy { #expect(output.contains(Self.town)) }
        #expect(output.contains("Back to Guide\n"))
        // The list is shown again.
        #expect(output.ranges(of: "1. Oslo\n").count == 2)
        #expect(output.hasSuffix("q to leave: "))
    }

    @Test("Up is a choice in the first place")
    func upward() async {
        let output = await converse("--set", "id=riga", typing: ["2", "q", "q"])
        #expect(output.contains("2. Up to Guide\n"))
        #expect(output.contains("1. Oslo\n"))
        #expect(output.contains("Back to Riga\n"))
    }

    @Test("The words back and up lead to the list from a record's page that was opened directly")
    func wordsForUp() async {
        for word in ["back", "up", "Back"] {
            let output = await converse("--set", "id=riga", typing: [word, "q", "q"])
            #expect(output.contains("1. Oslo\n"), "\(word)")
            #expect(output.contains("Back to Riga\n"))
        }
        // On a page above which is the page before, the word up goes back.
        let output = await converse(typing: ["1", "1", "up", "q"])
        #expect(output.ranges(of: "1. Oslo\n").count == 2)
        #expect(output.hasSuffix("q to leave: "))
        #expect(await converse(typing: ["back", "q"]).contains("“back” is not a choice"))
    }

    @Test("A place that cannot be opened is reported, and the page stays")
    func failing() async {
        let output = await converse(typing: ["4", "1", "q"])
        #expect(output.contains("✗ cannot open 'atlantis.map': no such file\n"))
        #expect(output.hasSuffix("q to leave: "))
    }

    @Test("An action that opens a place goes there")
    func opens() async {
        let output = await converse(typing: ["9", "q", "q"])
        #expect(output.contains("This is Riga.\n"))
    }

    @Test("A link element is a choice, and the options that its feature requires are asked for")
    func elements() async {
        let output = await converse(typing: ["7", "1", "North", "q", "q"])
        #expect(output.contains("Pictures\n") && !output.contains("Open Pictures"))
        #expect(output.contains("https://example.org/towns\n"))
        #expect(output.contains("Site (text of 1 to 20 characters): "))
        #expect(output.contains("  North:"))
    }
}
