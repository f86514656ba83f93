import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import FeatureTesting
import RecordFiles
import Testing

@Suite("The way to the neighbours of a record in the line-by-line view", .timeLimit(.minutes(5)))
struct PlainStepTests {
    enum Host: CommandLineHost {
        static let name = "shelves"
        static let version = "0"
        static let summary = "Shows a library."

        static func registry() throws -> FeatureRegistry { try FeatureRegistry([LibraryFeature()]) }
    }

    private func converse(_ arguments: [String], typing lines: [String]) async -> String {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(lines)
        let status = await CommandLineProgram<Host>(console: console).run(["launch", "library"] + arguments)
        #expect(status == .done)
        return recorder.text(.output)
    }

    @Test(
        "The neighbours are choices that take the place of the record, and q goes back to the list",
        arguments: ["stored", "sample"])
    func steps(source: String) async {
        let options = ["--set", "search=249", "--set", "source=\(source)"]
        let output = await converse(options, typing: ["volume 249", "open", "j", "next", "k", "q", "q"])
        #expect(output.contains("Previous (k)\n") && output.contains("Next (j)\n"))
        let titles = output.split(separator: "\n").filter { $0.hasPrefix("Volume ") && !$0.contains(",") }
        #expect(titles == ["Volume 249", "Volume 1249", "Volume 2249", "Volume 1249"])
        #expect(output.contains("Back to Library\n") && !output.contains("Back to Volume"))
        #expect(output.hasSuffix("q to leave: "))
    }

    @Test("At the end of the list, the notice says so, and the page stays")
    func end() async {
        let output = await converse(["--set", "id=2500"], typing: ["j", "k", "q"])
        #expect(output.contains("There are no volumes after this one in the list.\n"))
        #expect(output.contains("Volume 2499\n"))
        #expect(!output.contains("Next: done"))
    }
}
