import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Cells that a person edits on a terminal", .timeLimit(.minutes(5)))
struct CellTests {
    private static let edit = Action(
        "edit", "Edit", effect: .edits,
        fields: Field<String>("id", "Id").role(.row), Field<Int?>("revision", "Revision").role(.revision),
        Field<Int>("size", "Size", range: 0...99), Field<String?>("note", "Note"))
    private static let manifest = FeatureManifest(id: "sheet", title: "Sheet", summary: "Has cells.", actions: edit)

    private static func row(_ id: String, size: Int, revision: Int = 1, enabled: Bool = true) -> Row {
        let button = Button(edit, arguments: ["id": .text(id), "revision": .integer(revision)], enabled: enabled)
        return Row(
            id: id, title: "Row \(id)", values: ["size": .integer(size)], buttons: [button],
            opens: FeatureLink(feature: "sheet", options: ["id": .text(id)]))
    }

    private static func screen(_ rows: Row...) -> Screen {
        let columns: [ListElement.Column] = [
            .init(.title, title: "Name"), .init(name: "size", title: "Size", kind: .integer, edit: edit),
            .init(name: "note", title: "Note", edit: edit),
        ]
        return Screen(title: "Sheet", phase: .ready, elements: [.list(id: "l", rows: rows, columns: columns)])
    }

    private func viewing(columns: Int = 60) -> Viewing {
        var viewing = Viewing(Self.manifest, columns: columns, lines: 12)
        viewing.show(Self.screen(Self.row("1", size: 5), Self.row("2", size: 7)))
        return viewing
    }

    @Test("The arrow keys lead from the row to its cells, and back")
    func moving() {
        var viewing = viewing()
        #expect(viewing.lines[2].contains("❯ Row 1") && viewing.text.contains("↵ open  ←→ cells"))
        viewing.press(.right)
        #expect(
            viewing.lines[2].contains(/❯ +5/) && !viewing.lines[2].contains("❯ Row 1")
                && viewing.text.contains("↵ change Size"))
        viewing.press(.right)
        #expect(viewing.text.contains("↵ change Note"))
        viewing.press(.down)
        #expect(viewing.text.contains("↵ change Note") && viewing.lines[3].contains("❯"))
        viewing.press(.left, .left)
        #expect(viewing.lines[3].contains("❯ Row 2") && viewing.text.contains("↵ open"))
        #expect(viewing.performed.isEmpty && viewing.openedLinks.isEmpty)
    }

    @Test("An arrow key that is held down leads to no other place, and a letter follows the row's link from every cell")
    func holding() {
        var viewing = viewing()
        viewing.press(.right, .right, .right, .right)
        #expect(viewing.effects.isEmpty && viewing.text.contains("↵ change Note"))
        viewing.press(.left, .left, .left, .left)
        #expect(viewing.effects.isEmpty && viewing.lines[2].contains("❯ Row 1"))
        viewing.press(.right)
        viewing.type("l")
        #expect(viewing.effects.count == 1)
    }

    @Test("Enter edits the cell in its place, and sends its value with the arguments of the row's button")
    func editing() {
        var viewing = viewing()
        viewing.press(.right, .enter)
        #expect(!viewing.text.contains("─ Change Size") && viewing.text.contains("↵ Save  Esc cancel"))
        viewing.press(KeyPress(.character("u"), .control))
        viewing.type("42")
        #expect(viewing.lines[2].contains("42") && viewing.lines[1].contains("Size"))
        viewing.press(.enter)
        #expect(viewing.performed == ["edit id=1 revision=1 size=42"])
        viewing.show(Self.screen(Self.row("1", size: 42, revision: 2), Self.row("2", size: 7)))
        viewing.end(viewing.lastCall, revision: 2)
        #expect(viewing.text.contains("↵ change Size") && viewing.lines[2].contains("42"))
        #expect(!viewing.text.contains("✓ "))
    }

    @Test("An emptied cell is emptied, and the row's other values stay")
    func emptying() {
        var viewing = viewing()
        viewing.press(.right, .right, .enter, .enter)
        #expect(viewing.performed == ["edit id=1 revision=1 -note"])
    }

    @Test("A value that breaks the rule opens the dialog of the cell, which says why")
    func refusing() {
        var viewing = viewing()
        viewing.press(.right, .enter)
        viewing.type("00")
        viewing.press(.enter)
        #expect(viewing.performed.isEmpty)
        #expect(viewing.text.contains("─ Change Size: Row 1") && viewing.text.contains("✗ "))
        viewing.press(.backspace, .backspace, .enter)
        #expect(viewing.performed == ["edit id=1 revision=1 size=5"])
    }

    @Test("A value that another person saves while the cell is edited is shown beside the typed one")
    func conflict() {
        var viewing = viewing()
        viewing.press(.right, .enter)
        viewing.type("0")
        viewing.show(Self.screen(Self.row("1", size: 9, revision: 2), Self.row("2", size: 7)))
        #expect(viewing.text.contains("─ Change Size: Row 1") && viewing.text.contains("Keep mine"))
        #expect(viewing.text.contains("9"))
    }

    @Test("Escape leaves the cell as it was, also the next time that it is edited")
    func cancelling() {
        var viewing = viewing()
        viewing.press(.right, .enter)
        viewing.type("0")
        viewing.press(.escape)
        #expect(viewing.text.contains("↵ change Size") && !viewing.text.contains("Draft"))
        viewing.press(.enter)
        #expect(!viewing.lines[2].contains("50"))
    }

    @Test("A cell whose button is disabled opens the row, as if it were no cell")
    func closed() {
        var viewing = Viewing(Self.manifest, columns: 60, lines: 12)
        viewing.show(Self.screen(Self.row("1", size: 5, enabled: false)))
        viewing.press(.right)
        #expect(viewing.text.contains("↵ open"))
        viewing.press(.enter)
        #expect(viewing.effects.count == 1 && viewing.performed.isEmpty)
    }

    @Test("A cell whose button is disabled while it is edited still says what another person has saved")
    func closing() {
        var viewing = viewing()
        viewing.press(.right, .enter)
        viewing.type("0")
        viewing.show(Self.screen(Self.row("1", size: 9, revision: 2, enabled: false), Self.row("2", size: 7)))
        #expect(viewing.text.contains("─ Change Size: Row 1") && viewing.text.contains("Keep mine"))
        // The dialog keeps the text, as every form does.
        viewing.press(.escape)
        #expect(viewing.text.contains("Draft kept"))
    }

    @Test("A row that goes away while its cell is edited leaves the text in a dialog, which says so")
    func away() {
        var viewing = viewing()
        viewing.press(.right, .enter)
        viewing.type("0")
        viewing.show(Self.screen(Self.row("2", size: 7)))
        #expect(viewing.text.contains("─ Change Size: Row 1") && viewing.text.contains("is no longer in this list"))
    }

    @Test("A click with the secondary button opens the menu of the cell")
    func menu() {
        var viewing = viewing()
        viewing.press(.right, .right)
        viewing.press(.menuClick(column: viewing.lines[1].column(of: "Size"), line: 3))
        #expect(viewing.text.contains("Change Size") && !viewing.text.contains("Change Note"))
    }

    @Test("A terminal without room for a second column still takes the arrow keys", arguments: 16...24)
    func narrow(columns: Int) {
        var viewing = viewing(columns: columns)
        viewing.press(.right, .right, .left, .right, .enter)
        #expect(viewing.performed.isEmpty)
    }

    @Test("A click moves the cursor to a cell, and a click on this cell edits it")
    func mouse() {
        var viewing = viewing()
        viewing.click("7")
        #expect(viewing.lines[3].contains("❯") && viewing.text.contains("↵ change Size"))
        viewing.click("7")
        #expect(viewing.text.contains("↵ Save  Esc cancel"))
    }

    @Test("The columns scroll so that the cell with the cursor is in sight")
    func scrolling() {
        var viewing = viewing(columns: 24)
        viewing.press(.right, .right)
        #expect(viewing.lines[1].contains("Note") && !viewing.lines[1].contains("Size"))
        viewing.press(.left)
        #expect(viewing.lines[1].contains("Size"))
    }
}

extension String {
    /// Returns the column of a text that the line contains.
    fileprivate func column(of text: String) -> Int {
        firstRange(of: text).map { distance(from: startIndex, to: $0.lowerBound) } ?? 0
    }
}
