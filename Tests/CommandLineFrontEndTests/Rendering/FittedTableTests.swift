import CommandLineFrontEnd
import FeatureKit
import Testing

@Suite("Tables on a narrow terminal", .timeLimit(.minutes(5)))
struct FittedTableTests {
    private func lines(_ width: Int?, _ rows: [Row], columns: [ListElement.Column]? = nil) -> [String] {
        var text = ScreenText(command: { _, _ in "" }, linkCommand: { "open \($0.options["id"] ?? "nothing")" })
        text.width = width
        let screen = Screen(phase: .ready, elements: [.list(id: "l", rows: rows, columns: columns)])
        return text.lines(of: screen).map(\.text)
    }

    private static let columns = ["name", "breed", "note"].map { ListElement.Column(name: $0, title: $0.uppercased()) }
    private static let rows = ["1", "2"].map { id in
        Row(
            id: id, title: "",
            values: ["name": .text("Alexander \(id)"), "breed": "Labrador", "note": "likes the sea and long walks"],
            opens: FeatureLink(feature: "dog", options: ["id": .text(id)]))
    }

    @Test("Without a terminal, a table is as wide as its texts")
    func unlimited() {
        #expect(
            lines(nil, Self.rows, columns: Self.columns).map { $0.trimmingSuffix(" ") } == [
                "  NAME         BREED     NOTE",
                "  Alexander 1  Labrador  likes the sea and long walks  open 1",
                "  Alexander 2  Labrador  likes the sea and long walks  open 2",
            ])
    }

    @Test("On a narrow terminal, the commands leave first, then the columns from the right")
    func fitted() {
        #expect(
            lines(56, Self.rows, columns: Self.columns).map { $0.trimmingSuffix(" ") } == [
                "  NAME         BREED     NOTE",
                "  Alexander 1  Labrador  likes the sea and long walks",
                "  Alexander 2  Labrador  likes the sea and long walks",
                "  Open a row, for example: open 1",
            ])
        #expect(
            lines(30, Self.rows, columns: Self.columns).map { $0.trimmingSuffix(" ") } == [
                "  NAME         BREED",
                "  Alexander 1  Labrador",
                "  Alexander 2  Labrador",
                "  Open a row, for example:",
                "    open 1",
            ])
        #expect(lines(10, Self.rows, columns: Self.columns).dropLast().allSatisfy { $0.count <= 10 })
        #expect(lines(10, Self.rows, columns: Self.columns)[1].contains("…"))
    }

    @Test("A command breaks between its arguments into lines that a shell reads as one command")
    func commands() throws {
        let command = "tool act name='it'\\''s a dog' text=\"$(printf 'a \"b c\\012d e')\" $'a b\\' c' --set id=1"
        var text = ScreenText(command: { _, _ in command }, linkCommand: { _ in "" })
        let screen = Screen(phase: .ready, buttons: [Button(action: "act", title: "Act")])
        #expect(text.lines(of: screen).map(\.text) == ["  [Act]  \(command)"])
        for width in [12, 20, 40, 60] {
            text.width = width
            let lines = text.lines(of: screen).map(\.text)
            #expect(lines.count > 1)
            #expect(lines.dropLast().allSatisfy { $0.hasSuffix(" \\") || $0 == "  [Act]  " })
            let parts = lines.map { $0.replacing("  [Act]  ", with: "").replacing(/\ \\$/, with: "") }
            #expect(parts.map { $0.trimmingPrefix(/\ +/) }.filter { !$0.isEmpty }.joined(separator: " ") == command)
        }
        text.width = 40
        #expect(
            text.lines(of: screen).map(\.text).prefix(3) == [
                "  [Act]  tool act name='it'\\''s a dog' \\",
                "           text=\"$(printf 'a \"b c\\012d e')\" \\",
                "           $'a b\\' c' --set id=1",
            ])
    }

    @Test("Texts, remarks and the values of fields break between words")
    func texts() {
        var text = ScreenText(command: { _, _ in "" }, linkCommand: { _ in "" })
        text.width = 24
        let screen = Screen(
            title: "Dogs", summary: "All the dogs of the kennel.",
            phase: .failed(message: "The store is away for a while."),
            elements: [
                .text(id: "t", "A text with several words."),
                .fields(id: "f", items: [.init(label: "Home", value: "by the sea, with a view of it")]),
            ])
        #expect(
            text.lines(of: screen).map(\.text) == [
                "Dogs", "All the dogs of the", "kennel.", "", "  ✗ The store is away", "    for a while.", "",
                "  A text with several", "  words.", "", "  Home  ", "      by the sea, with a", "      view of it",
            ])
    }

    @Test("A plain list is cut with an ellipsis")
    func plain() {
        let row = Row(id: "1", title: "A title", detail: "and a detail that is much too long for the terminal")
        #expect(lines(30, [row]) == ["  A title  and a detail that i…"] || lines(30, [row])[0].count == 30)
        #expect(lines(30, [row])[0].hasSuffix("…"))
    }
}

extension String {
    fileprivate func trimmingSuffix(_ character: Character) -> String {
        String(self[..<(lastIndex { $0 != character }.map { index(after: $0) } ?? startIndex)])
    }
}
