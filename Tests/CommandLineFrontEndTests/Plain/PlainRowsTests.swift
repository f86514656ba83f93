import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Long lists in the line-by-line view", .timeLimit(.minutes(5)))
struct PlainRowsTests {
    private func converse<Host: CommandLineHost>(
        with host: Host.Type, _ arguments: [String], height: Int? = nil, typing lines: String...
    ) async -> String {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(lines)
        console.terminalHeight = { height }
        _ = await CommandLineProgram<Host>(console: console).run(arguments)
        return recorder.text(.output)
    }

    private func board(_ count: Int) -> [Screen] {
        let rows = (1...count).map { Row(id: "\($0)", title: "Dog \($0)") }
        return [
            Screen(
                title: "Board", phase: .ready, elements: [.list(id: "dogs", rows: rows)],
                buttons: [Button(BoardFeature.refresh)])
        ]
    }

    @Test("The view writes as many rows as the terminal has room for, and more and previous write the other rows alone")
    func pages() async {
        let output = await BoardHost.$screens.withValue(board(12)) {
            await converse(
                with: BoardHost.self, ["launch", "board"], height: 9, typing: "more", "more", "more", "previous", "",
                "q")
        }
        let parts = output.split(separator: "Number, ? for more, q to leave: ", omittingEmptySubsequences: false)
        #expect(
            parts[0].hasSuffix(
                """
                rows 1 to 5 of 12
                1. Dog 1
                2. Dog 2
                3. Dog 3
                4. Dog 4
                5. Dog 5
                Type more for the next rows.
                6. Refresh (r)

                """))
        #expect(parts[1].hasPrefix("rows 6 to 10 of 12\n7. Dog 6\n"))
        #expect(parts[1].hasSuffix("Type more for the next rows.\nType previous for the rows before.\n"))
        #expect(parts[2] == "rows 11 to 12 of 12\n12. Dog 11\n13. Dog 12\nType previous for the rows before.\n")
        #expect(parts[3] == "There are no more rows.\n")
        #expect(parts[4].hasPrefix("rows 6 to 10 of 12\n"))
        // Enter writes the screen with the same rows.
        #expect(parts[5].hasPrefix("\nBoard\nrows 6 to 10 of 12\n"))
    }

    @Test("Without a known height, 50 rows are written at once")
    func limit() async {
        let output = await BoardHost.$screens.withValue(board(51)) {
            await converse(with: BoardHost.self, ["launch", "board"], typing: "dog 51", "", "q")
        }
        #expect(output.contains("rows 1 to 50 of 51\n") && !output.contains(". Dog 51\n"))
        // A name chooses a row that was not written yet.
        #expect(output.contains("q to leave: Dog 51\nThis row has no actions.\n"))
    }

    @Test("More loads the next rows if all loaded rows are written")
    func loading() async {
        let output = await converse(with: QueueHost.self, ["launch", "queue"], typing: "more", "more", "more", "q")
        #expect(output.contains("rows 1 to 3 of 7\n"))
        #expect(output.contains("q to leave: rows 4 to 6 of 7, 6 loaded\n"))
        #expect(output.contains("q to leave: row 7 of 7\n"))
        #expect(output.contains("There are no more rows.\n"))
    }
}
