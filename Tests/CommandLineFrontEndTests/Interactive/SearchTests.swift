import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Searching and sorting a list on a terminal", .timeLimit(.minutes(5)))
struct SearchTests {
    private func viewing(at place: [String: FieldValue] = [:]) -> Viewing {
        var viewing = Viewing(FlockFeature.manifest)
        viewing.show(FlockFeature.screen(at: place))
        return viewing
    }

    @Test("A slash goes to the field that searches, and Enter goes to the rows that were found")
    func search() {
        var viewing = viewing()
        #expect(viewing.text.contains("/ search"))
        #expect(!viewing.text.contains("Sheep  "))
        viewing.type("/dol")
        #expect(viewing.performed == ["find @browse words=d"])
        viewing.end(viewing.lastCall, revision: viewing.revision + 1)
        viewing.show(FlockFeature.screen(at: ["words": "d"]))
        #expect(viewing.performed.last == "find @browse words=dol")
        viewing.end(viewing.lastCall, revision: viewing.revision + 1)
        viewing.show(FlockFeature.screen(at: ["words": "dol"]))
        viewing.press(.enter)
        #expect(viewing.state.selectedRow == "0")
        #expect(viewing.text.contains("❯ Dolly"))
        #expect(viewing.text.contains(" 1 of 1"))
        #expect(viewing.state.fault == nil)
    }

    @Test("In the field that searches, the arrow down goes to the rows, or without rows to the next part")
    func down() {
        var viewing = viewing()
        viewing.type("/")
        #expect(viewing.text.contains("❯ Search"))
        viewing.press(.down)
        #expect(viewing.text.contains("❯ Dolly") && !viewing.text.contains("❯ Search"))
        viewing = self.viewing(at: ["words": "xyz"])
        viewing.type("/")
        viewing.press(.down)
        #expect(viewing.text.contains("❯ Lively"))
    }

    @Test("A slash edits the text that is searched for")
    func again() {
        var viewing = viewing(at: ["words": "dol"])
        viewing.type("/l")
        #expect(viewing.performed == ["find @browse words=doll"])
    }

    @Test("After sorting, the cursor stays on its row if that row is loaded, else it goes to the first row")
    func cursorAfterSorting() {
        func screen(_ ids: [String], sorted: ListElement.Column.Direction?) -> Screen {
            let column = ListElement.Column(
                name: "name", title: "Name", sort: Button(SampleDesk.sort, arguments: ["order": "name"]), sorted: sorted
            )
            let rows = ids.map { Row(id: $0, title: $0, values: ["name": .text($0)]) }
            return SampleDesk.screen(.list(id: "l", rows: rows, columns: [column]))
        }
        for (ids, cursor) in [(["d", "c", "b", "a"], "c"), (["z", "y", "x", "w"], "z")] {
            var viewing = Viewing(SampleDesk.manifest)
            viewing.show(screen(["a", "b", "c", "d"], sorted: .up))
            viewing.press(.down, .down)
            viewing.show(screen(ids, sorted: .down))
            #expect(viewing.state.selectedRow == cursor)
        }
    }

    @Test("Escape shows all rows again")
    func clear() {
        var viewing = viewing(at: ["words": "xyz"])
        #expect(viewing.text.contains("No sheep.") && viewing.text.contains("Esc show all"))
        viewing.press(.escape)
        #expect(viewing.performed == ["find @browse -words"])
        viewing.end(viewing.lastCall, revision: viewing.revision + 1)
        viewing.show(FlockFeature.screen(at: [:]))
        #expect(!viewing.text.contains("Esc show all"))
        viewing.press(.escape)
        #expect(viewing.performed.count == 1)
    }

    @Test("Escape and Enter show all rows again if the values to choose from hide them")
    func filters() {
        let search = Field<String?>("search", "Search", length: 1...40).role(.search)
        let breeds = Field<[SampleScreens.Breed]?>("breeds", "Breeds").role(.filter)
        let order = Field<String?>("order", "Order").role(.order)
        let browse = Action("browse", "Find", effect: .shows, fields: search, breeds, order)
        let form = FormElement(
            id: "browse", of: browse, values: ["breeds": .texts(["Labrador"]), "order": "name"], submits: .change)
        for key in [KeyPress.Key.escape, .enter] {
            var viewing = Viewing(FeatureManifest(id: "doggy", title: "Doggies", summary: "", actions: browse))
            viewing.show(
                Screen(title: "Doggies", phase: .ready, elements: [.form(form), .list(id: "dogs", rows: [])]))
            #expect(viewing.text.contains("Esc show all"))
            viewing.press(key)
            #expect(viewing.performed == ["browse @browse -breeds"])
        }
    }

    @Test("A field with several choices marks the choice with the cursor and names the keys that move and tick")
    func ticking() {
        let breeds = Field<[SampleScreens.Breed]?>("breeds", "Breeds").role(.filter)
        let browse = Action("browse", "Find", effect: .shows, fields: breeds)
        let form = FormElement(id: "browse", of: browse, values: [:], submits: .change)
        var viewing = Viewing(FeatureManifest(id: "doggy", title: "Doggies", summary: "", actions: browse))
        viewing.show(Screen(title: "Doggies", phase: .ready, elements: [.form(form)]))
        #expect(!viewing.text.contains("❯"))
        viewing.press(.tab)
        #expect(viewing.text.contains("Breeds ❯[ ] Bulldog  [ ] Doberman"))
        viewing.press(.right, .character(" "))
        #expect(viewing.text.contains("Breeds  [ ] Bulldog ❯[x] Doberman"))
        #expect(viewing.lines.last?.contains("Space tick  ←→ move") == true)
    }

    @Test("Refused words are marked, and Escape removes them")
    func refused() {
        var viewing = viewing()
        viewing.type("/w")
        viewing.end(viewing.lastCall, InputRefused(FlockFeature.search, "this flock has no wolf"))
        #expect(viewing.text.contains("✗ this flock has no wolf"))
        viewing.press(.escape, .escape)
        #expect(!viewing.text.contains("wolf"))
        #expect(viewing.performed == ["find @browse words=w"])
    }

    @Test("The key s sorts by the headings one after the other, and S reverses the order")
    func sort() {
        var viewing = viewing(at: ["by": "name"])
        #expect(viewing.text.contains("Name ↑"))
        viewing.type("s")
        viewing.type("S")
        #expect(viewing.performed == ["find backwards=false by=age", "find backwards=true by=name"])
    }

    @Test("After the last heading, the key s shows the original order again")
    func originalOrder() {
        let order = Field<String?>("order", "Order").role(.order)
        let descending = Field<Bool>("descending", "Descending", default: false).role(.descending)
        let browse = Action("browse", "Find", effect: .shows, fields: order, descending)
        var viewing = Viewing(FeatureManifest(id: "doggy", title: "Doggies", summary: "", actions: browse))
        let sort = Button(browse, arguments: ["order": "name", "descending": false])
        for sorted in [nil, ListElement.Column.Direction.up] {
            let columns = [ListElement.Column(.title, title: "Name", sort: sort, sorted: sorted)]
            viewing.show(
                Screen(
                    title: "Doggies", phase: .ready,
                    elements: [.list(id: "dogs", rows: [Row(id: "1", title: "Alfred")], columns: columns)]))
            viewing.type("s")
        }
        #expect(viewing.performed == ["browse descending=false order=name", "browse descending=false -order"])
    }

    @Test("A search puts the cursor on its first row, unless the row with the cursor is among its rows")
    func cursor() {
        var viewing = viewing()
        viewing.press(.down, .down)
        #expect(viewing.state.selectedRow == "2")
        viewing.show(FlockFeature.screen(at: ["words": "m"]))
        #expect(viewing.state.selectedRow == "2")
        viewing.show(FlockFeature.screen(at: [:]))
        viewing.show(FlockFeature.screen(at: ["words": "ol"]))
        #expect(viewing.state.selectedRow == "0")
        viewing.show(FlockFeature.screen(at: [:]))
        viewing.press(.end)
        viewing.show(FlockFeature.screen(at: ["words": "ShaunOrDolly"]))
        viewing.show(FlockFeature.screen(at: [:]))
        #expect(viewing.state.selectedRow == "0")
    }

    @Test("The palette offers to search")
    func palette() {
        var viewing = viewing()
        viewing.type(":")
        #expect(viewing.text.contains("Search the list  "))
        viewing.type("zebra")
        #expect(viewing.text.contains("❯ Search the list for “zebra”"))
        viewing.press(.enter)
        #expect(viewing.performed == ["find @browse words=zebra"])
    }

    @Test("A list without a form to search it is filtered as before")
    func filter() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(SampleDesk.table()))
        #expect(viewing.text.contains("/ filter"))
        viewing.type("/bel")
        #expect(viewing.performed == [] && viewing.text.contains("Bella") && !viewing.text.contains("Alfred"))
    }

    @Test("The commands name the column by which they sort")
    func sortingCommands() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(SampleDesk.table()))
        viewing.type(":sort by a")
        #expect(viewing.text.contains("❯ Sort by Age") && !viewing.text.contains("sort by A"))
        viewing.press(.enter)
        #expect(viewing.performed == ["sort order=age"])
    }
}
