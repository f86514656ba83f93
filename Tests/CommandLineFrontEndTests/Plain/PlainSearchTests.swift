import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Searching a list without the full screen", .timeLimit(.minutes(5)))
struct PlainSearchTests {
    private func run(_ arguments: String..., typing lines: [String]? = nil) async -> String {
        let recorder = RecordingConsole(
            terminals: lines == nil ? [] : [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        if let lines { console.input = .typing(lines) }
        let status = await CommandLineProgram<FlockHost>(console: console).run(["launch", "flock"] + arguments)
        #expect(status == .done)
        return recorder.text(.output)
    }

    @Test("In the line-by-line view, a slash and words search the list, and a slash alone shows everything again")
    func search() async {
        let output = await run(typing: ["/shaun", "/wolf", "/", "q"])
        #expect(output.contains("Number, /words to search, ? for more, q to leave: "))
        #expect(output.contains("Search: shaun\n1 row\n2. Name: Shaun, Age: 5\nNumber"))
        #expect(output.contains("✗ Search: this flock has no wolf\n"))
        #expect(output.ranges(of: "rows 1 to 3 of 503\n").count == 2)
    }

    @Test("In the line-by-line view, the headings' buttons and the form have numbers")
    func numbers() async throws {
        let output = await run(typing: ["4", "", "", "", "y", "q"])
        #expect(output.contains("4. Fill in: Find\n") && output.contains("6. Sort by age (Age)\n"))
        let sorted = await run(typing: ["6", "q"])
        #expect(sorted.contains("rows 1 to 3 of 503, sorted by Age\n"))
    }

    @Test("A list without a form to search it has no words to search")
    func without() async {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(["/x", "q"])
        _ = await CommandLineProgram<DeskHost>(console: console).run(["launch", "desk"])
        #expect(recorder.text(.output).contains("✗ Nothing can be searched here.\n"))
        #expect(!recorder.text(.output).contains("/words"))
    }

    @Test("The printed screen shows the order and the total, and its commands keep the options of the place")
    func printed() async {
        let output = await run("--set", "words=t", "--set", "by=age", "--set", "meadow=high hill")
        let place = "--set by=age --set 'meadow=high hill' --set words=t"
        #expect(output.contains("\n  [Find]  flocks launch flock \(place)\n"))
        #expect(output.contains("\n  Name   Age ↑\n  Timmy      4\n  1 of 1\n"))
        #expect(!output.contains("[Sort by"))
        #expect(output.hasSuffix("\n  Here  flocks launch flock \(place)\n"))
        #expect(await run().contains("  [Find]  flocks launch flock [--set words=WORDS]\n"))
    }
}
