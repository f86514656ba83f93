import FeatureKit
import FeatureTesting
import Testing

/// Tests the columns whose cells a person edits: the calls of their cells, and the columns that a view must not draw.
@Suite(.timeLimit(.minutes(5))) struct ColumnEditTests {
    private struct SheetFeature: Feature {
        static let id = Field<String>("id", "Id").role(.row)
        static let (size, name, code) = (
            Field<Int>("size", "Size"), Field<String>("name", "Name"), Field<Secret>("code", "Code")
        )
        static let edit = Action(
            "edit", "Edit", effect: .edits, fields: id, Field<Int?>("revision", "Revision").role(.revision), name, size,
            code)
        static let resize = Action("resize", "Resize", fields: id, size)
        static let replace = Action("replace", "Replace", fields: id, size, name)
        static let all = Action("all", "Resize all", fields: size)
        static let manifest = FeatureManifest(
            id: "sheet", title: "Sheet", summary: "", actions: edit, resize, replace, all)
        let column: ListElement.Column

        func launch(on stage: Stage, options: Options) throws -> Scene {
            let elements = [Element.list(id: "l", rows: [], columns: [column])]
            return Scene(owning: stage, start: { (stage.screen.phase, stage.screen.elements) = (.ready, elements) })
                .on(Self.edit) { _ in }.on(Self.resize) { _ in }.on(Self.replace) { _ in }.on(Self.all) { _ in }
        }
    }

    private static func column(
        _ content: ListElement.Column.Content = .value("size"), editedBy action: String?
    ) -> ListElement.Column {
        var column = ListElement.Column(content, title: "Size")
        column.edit = action
        return column
    }

    static let faults: [(ListElement.Column, String)] = [
        (column(editedBy: "grow"), "names the action 'grow', which the manifest does not declare"),
        (column(.title, editedBy: "edit"), "is edited by the action 'edit', but shows no value"),
        (
            column(.value("weight"), editedBy: "edit"),
            "is edited by the action 'edit', which has no field 'weight' for the new value"
        ),
        (
            column(.value("id"), editedBy: "edit"),
            "is edited by the action 'edit', which has no field 'id' for the new value"
        ),
        (column(.value("code"), editedBy: "edit"), "is edited by the action 'edit', whose field 'code' is secret"),
        (column(editedBy: "all"), "is edited by the action 'all', which has no field with the role 'row'"),
        (
            column(editedBy: "replace"),
            "is edited by the action 'replace', which has the field 'name' too; expected an action with the effect 'edits'"
        ),
    ]

    #if DEBUG
        @Test(arguments: faults)
        func `in a debug build, a column that its action cannot edit fails the session`(
            column: ListElement.Column, message: String
        ) async throws {
            try await withSession(of: SheetFeature(column: column)) { session in
                try await session.start()
                guard case .failed(let shown, _) = try await session.settled().screen.phase else {
                    throw Unexpected()
                }
                #expect(shown == "feature 'sheet' drew a faulty screen: the column 'Size' of the list 'l' \(message)")
            }
        }
    #endif

    @Test(arguments: ["edit", "resize"]) func `a column that its action can edit is drawn`(action: String) async throws
    {
        try await withSession(of: SheetFeature(column: Self.column(editedBy: action))) { session in
            try await session.start()
            #expect(try await session.settled().screen.phase == .ready)
        }
    }

    private func edit(_ action: String = "edit") throws -> ColumnEdit {
        try #require(ColumnEdit(Self.column(editedBy: action), in: SheetFeature.manifest))
    }

    @Test func `the cell of a row without a button of the action gives the id of the row`() throws {
        let edit = try edit()
        #expect(edit.action == SheetFeature.edit && edit.field.name == "size")
        let button = try #require(edit.button(in: Row(id: "7", title: "Seven")))
        #expect(button == Button(action: "edit", title: "Change Size", arguments: ["id": "7"]))
        #expect(edit.action(of: button).fields.map(\.name) == ["id", "size"])
        #expect(edit.worded(button, about: "Seven").words(about: "Seven") == "Change Size of Seven")
        #expect(edit.worded(button, about: "").title == "Change Size")
        #expect(try self.edit("resize").button(in: Row(id: "7", title: "Seven"))?.arguments == ["id": "7"])
    }

    @Test func `the cell of a row with a button of the action has its arguments and its question`() throws {
        func cell(_ buttons: Button...) throws -> Button? {
            try edit().button(in: Row(id: "7", title: "Seven", buttons: buttons))
        }
        let other = Button(SheetFeature.resize, arguments: ["id": "7"], enabled: false)
        let own = Button(SheetFeature.edit, arguments: ["id": "7", "revision": 3], confirm: "Sure?")
        let button = try cell(other, own)
        #expect(button?.arguments == ["id": "7", "revision": 3] && button?.confirm == "Sure?")
        let action = SheetFeature.edit
        let buttons = [nil, own, Button(action, enabled: false), Button(action, arguments: ["size": 1])]
        let rows = buttons.map { Row(id: "7", title: "Seven", buttons: $0.map { [$0] } ?? []) }
        let size = try self.edit()
        #expect(rows.map(size.isOpen) == [true, true, false, false])
        #expect(try cell(Button(SheetFeature.edit, arguments: ["id": "7"], enabled: false))?.enabled == false)
        #expect(try cell(Button(SheetFeature.edit, arguments: ["id": "7", "size": 1])) == nil)
    }

    @Test func `a column without an action, or with an unknown one, cannot be edited`() {
        #expect(ColumnEdit(Self.column(editedBy: nil), in: SheetFeature.manifest) == nil)
        #expect(ColumnEdit(Self.column(editedBy: "grow"), in: SheetFeature.manifest) == nil)
        #expect(ColumnEdit(Self.column(.title, editedBy: "edit"), in: SheetFeature.manifest) == nil)
    }

    @Test func `a cell's form empties the column's field alone`() throws {
        let edit = try edit()
        let plain = edit.action(of: Button(SheetFeature.edit, arguments: ["id": "7"]))
        #expect(plain.call(filledInWith: ["id": "7"]) == Call("edit", ["id": "7"], emptied: ["size"]))
        // An argument of the row's button stays, also one without a role.
        let named = edit.action(of: Button(SheetFeature.edit, arguments: ["id": "7", "name": "Seven"]))
        #expect(named.fields.map(\.name) == ["id", "name", "size"])
    }

    @Test func `a changed cell of 2,600 costs its size`() throws {
        func frame(_ text: String, revision: Int) -> Frame {
            let names = (0..<26).map { "c\($0)" }
            var rows = (1...100).map { number in
                Row(
                    id: "\(number)", title: "\(number)",
                    values: Dictionary(uniqueKeysWithValues: names.map { ($0, .text("=A\(number)")) }),
                    cells: Dictionary(uniqueKeysWithValues: names.map { ($0, "\(number)") }))
            }
            rows[49].cells["c7"] = text
            let columns = names.map { ListElement.Column(name: $0, title: $0, edit: SheetFeature.edit) }
            let screen = Screen(phase: .ready, elements: [.list(id: "l", rows: rows, columns: columns)])
            return Frame(session: "s", feature: "sheet", revision: revision, screen: screen)
        }
        let (old, new) = (frame("1", revision: 1), frame("2", revision: 2))
        let patch = try #require(ScreenPatch(from: old, to: new))
        #expect(try old.applying(patch) == new)
        #expect(patch.json.count <= 130 && patch.json.count * 100 <= old.json.count, "\(patch.json.count)")
    }
}
