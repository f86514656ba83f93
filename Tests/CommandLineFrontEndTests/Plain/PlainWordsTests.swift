import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("The words of the line-by-line view", .timeLimit(.minutes(5)))
struct PlainWordsTests {
    private func converse(_ screens: [Screen], width: Int? = nil, typing lines: String...) async -> String {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(lines)
        console.terminalWidth = { width }
        await BoardHost.$screens.withValue(screens) {
            _ = await CommandLineProgram<BoardHost>(console: console).run(["launch", "board"])
        }
        return recorder.text(.output)
    }

    private let columns: [ListElement.Column] = [
        .init(.title, title: "Dog"), .init(name: "age", title: "Years"), .init(.detail, title: "Home"),
    ]

    private func rex(_ buttons: Button...) -> Row {
        Row(
            id: "1", title: "Rex", detail: "The sea", values: ["age": 3, "name": "Rex", "home": "sea", "weight": 31],
            buttons: buttons)
    }

    @Test("The details of a row have the titles of columns and fields, and each value once")
    func details() async {
        let screen = Screen(title: "Board", phase: .ready, elements: [.list(id: "l", rows: [rex()], columns: columns)])
        let output = await converse([screen], typing: "1", "q")
        #expect(
            output.contains(
                "q to leave: Rex\n  Name: Rex\n  Years: 3\n  Home: The sea\n  weight: 31\nThis row has no actions"))
        // The page of the row names the value without a title.
        var row = rex()
        row.opens = FeatureLink(feature: "board")
        let linked = Screen(title: "Board", phase: .ready, elements: [.list(id: "l", rows: [row], columns: columns)])
        #expect(await converse([linked], typing: "1", "", "q").contains("  Home: The sea\n1. Open Rex\n"))
    }

    @Test("A question and the words about the success name the row, or the record of the page")
    func subjects() async {
        let turn = Button(BoardFeature.turn, role: .destructive)
        let list = Screen(title: "Board", phase: .ready, elements: [.list(id: "l", rows: [rex(turn)])], buttons: [turn])
        let row = await converse([list, list], typing: "Rex", "1", "y", "q")
        #expect(row.contains("Turn Rex? y or n [n]: Turn Rex: done\n") && !row.contains("Nothing changed"))
        let board = await converse([list, list], typing: "turn", "y", "q")
        #expect(board.contains("Turn? y or n [n]: Turn: done\n"))
        var page = Screen(title: "Max", phase: .ready, buttons: [turn])
        page.up = FeatureLink(feature: "board")
        let record = await converse([page, page], typing: "turn", "y", "q")
        #expect(record.contains("Turn Max? y or n [n]: Turn Max: done\n"))
        let form = await converse(
            [Screen(title: "Board", phase: .ready, buttons: [Button(BoardFeature.rename)])], typing: "rename", "Max",
            "q")
        #expect(form.contains("Rename: done\n"))
    }

    @Test(
        "A way back is a choice once: a link element comes before the way up, and the place before before the element")
    func ways() async {
        let list = FeatureLink(feature: "board")
        var gone = Screen(title: "Rex", phase: .ready, elements: [.link(id: "b", "Back to all dogs", opens: list)])
        gone.up = FeatureLink(feature: "board", title: "Dogs")
        let linked = await converse([gone], typing: "q")
        #expect(linked.contains("\n1. Back to all dogs\n") && !linked.contains("Up to") && !linked.contains("Open"))
        gone.up?.options = ["id": "1"]
        #expect(await converse([gone], typing: "q").contains("\n1. Back to all dogs\n2. Up to Dogs\n"))
        // "up" goes there too, although the element stands for it.
        gone.up?.options = [:]
        #expect(await converse([gone], typing: "up", "q").contains("This place is shown already."))
    }

    @Test("A link element that leads back to the place before is not a second choice")
    func wayBack() async {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(["a dog", "back", "q"])
        _ = await CommandLineProgram<YardHost>(console: console).run(["launch", "yard", "--color", "never"])
        let output = recorder.text(.output)
        #expect(output.matches(of: #/[0-9]\. Back to Yard\n/#).count == 1)
        #expect(output.hasSuffix("q to leave: ") && output.matches(of: #/\nYard\n/#).count == 2)
    }

    @Test("Lines and questions break between words, and the text after a number hangs below itself")
    func narrow() async {
        let text = "A text that is wider than the terminal"
        let row = Row(id: "1", title: "A dog with a name that does not fit")
        let screen = Screen(
            title: "Board", phase: .ready, elements: [.text(id: "t", text), .list(id: "l", rows: [row])],
            buttons: [Button(BoardFeature.rename)])
        let output = await converse([screen], width: 32, typing: "?", "rename", "", "q")
        #expect(output.contains("\n  A text that is wider than the\n  terminal\n"))
        #expect(output.contains("\n1. A dog with a name that does\n   not fit\n"))
        #expect(output.contains("\nNumber, ? for more, q to\n  leave: "))
        // The answer to a question is not written here, so the next line follows the question.
        let lines = output.split(separator: "\n").filter { !$0.contains(": ") }
        #expect(lines.allSatisfy { $0.count <= 32 }, "\(lines.filter { $0.count > 32 })")
        #expect(lines.contains("  an action and press Enter."))
        #expect(lines.contains("  beginning of a name has the"))
    }
}

private enum YardHost: CommandLineHost {
    static let name = "yards"
    static let version = "0"
    static let summary = "Has a yard."

    static func registry() throws -> FeatureRegistry { try FeatureRegistry([YardFeature(), HutFeature()]) }
}

private struct YardFeature: Feature {
    static let manifest = FeatureManifest(id: "yard", title: "Yard", summary: "")

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let link = Element.link(id: "dog", "A dog", opens: FeatureLink(feature: "hut"))
        return Scene(
            owning: stage, start: { stage.screen = Screen(title: "Yard", phase: .ready, elements: [link]) })
    }
}

private struct HutFeature: Feature {
    static let manifest = FeatureManifest(id: "hut", title: "Hut", summary: "")

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let link = Element.link(id: "back", "Back to Yard", opens: FeatureLink(feature: "yard"))
        return Scene(
            owning: stage, start: { stage.screen = Screen(title: "Hut", phase: .ready, elements: [link]) })
    }
}
