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
                "  Open a row, for example: open 1",
            ])
        #expect(lines(10, Self.rows, columns: Self.columns).dropLast().allSatisfy { $0.count <= 10 })
        #expect(lines(10, Self.rows, columns: Self.columns)[1].contains("…"))
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
