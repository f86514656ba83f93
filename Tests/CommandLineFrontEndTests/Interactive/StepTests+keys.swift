import CommandLineFrontEnd
import FeatureKit
import FeatureStorage
import TerminalKit
import Testing

/// Tests of the other keys of a record's page.
extension StepTests {
    @Test func `On a record's page with rows, the arrow keys move between the rows, and j and k do not`() {
        var viewing = viewing()
        let rows = (1...3).map { Row(id: "c\($0)", title: "Change \($0)") }
        viewing.show(Self.dog(2, [.list(id: "changes", rows: rows)]), page: 1)
        // The keys belong to the record until the person goes into the list.
        #expect(viewing.state.selectedRow == nil && !viewing.text.contains("❯"))
        viewing.press(.down)
        #expect(viewing.state.selectedRow == "c1")
        viewing.press(.down)
        #expect(viewing.state.selectedRow == "c2")
        viewing.type("j")
        #expect(viewing.state.selectedRow == "c2" && viewing.performed == ["visit id=2 step=next"])
    }

    @Test func `On a record's page, e goes into its form, whether or not there are rows`() {
        let name = Field<String>("name", "Name")
        let edit = Action("edit", "Edit", effect: .edits, fields: Self.id, name)
        let manifest = FeatureManifest(
            id: "doggy", title: "Doggies", summary: "", options: [Self.id], actions: Self.visit, SampleScreens.birthday,
            edit)
        let form = Element.form(FormElement(id: "record", of: edit, values: ["id": "2", "name": "Rex"]))
        let rows = Element.list(id: "changes", rows: [Row(id: "c1", title: "Change 1")])
        for elements in [[form], [form, rows]] {
            var viewing = Viewing(manifest, catalogue: [manifest])
            viewing.show(Self.dog(2, elements))
            #expect(viewing.lines.last?.contains("e edit") == true)
            viewing.type("e!")
            viewing.press(.control("s"))
            #expect(viewing.performed == ["edit @record name=Rex!"])
        }
    }

    @Test func `A button of a record's page says what it has done, and offers to take it back`() {
        let manifest = FeatureManifest(
            id: "doggy", title: "Doggies", summary: "", options: [Self.id], actions: Self.visit, SampleScreens.birthday,
            RecordHistory.undo)
        var viewing = Viewing(manifest, catalogue: [manifest])
        viewing.show(Self.dog(2))
        viewing.type("1")
        viewing.end(viewing.lastCall, revision: 2, change: 7)
        let history = Element.list(id: "changes", rows: [Row(id: "7", title: "Changed Age to 3.")])
        viewing.show(Self.dog(2, [history]))
        #expect(viewing.text.contains("✓ Birthday Dog 2: done") && viewing.state.selectedRow == nil)
        viewing.type("u")
        #expect(viewing.performed.last == "undo change=7")
    }

    @Test func `On the page of a removed record, u brings it back, and a newer offer to undo replaces the last one`() {
        let manifest = FeatureManifest(
            id: "doggy", title: "Doggies", summary: "", options: [Self.id], actions: Self.visit, SampleScreens.birthday,
            RecordHistory.undo)
        var viewing = Viewing(manifest, catalogue: [manifest])
        var page = Self.dog(2)
        page.buttons[0] = Button(RecordHistory.undo, title: "Bring back", arguments: ["change": 7, "record": "2"])
        viewing.show(page)
        #expect(viewing.lines.last?.contains("u Bring back") == true)
        viewing.type("u")
        #expect(viewing.performed == ["undo change=7 record=2"])
        for (words, change) in [("Rex is back.", 8), ("Rex was removed again.", 9)] {
            let button = Button(RecordHistory.undo, arguments: ["change": .integer(change)])
            viewing.take(.source(page: 0, .notice(Notice(words, tone: .positive, button: button))))
        }
        #expect(!viewing.text.contains("is back") && viewing.text.contains("✓ Rex was removed again. · u Undo"))
    }
}
