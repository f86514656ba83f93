import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("The cursor after a search, a new order or a new size of the terminal", .timeLimit(.minutes(5)))
struct KeptCursorTests {
    private static let search = Field<String?>("search", "Search", length: 1...40).role(.search)
    private static let order = Field<String?>("order", "Order").role(.order)
    private static let descending = Field<Bool>("descending", "Descending", default: false).role(.descending)
    private static let browse = Action("browse", "Find", effect: .shows, fields: search, order, descending)
    private static let manifest = FeatureManifest(
        id: "doggy", title: "Doggies", summary: "", options: [search, order, descending],
        actions: browse, SampleScreens.more)

    /// Returns a list with a form that searches it.
    private func screen(
        _ numbers: Range<Int>, hasMore: Bool = false, search: String? = nil,
        sorted: ListElement.Column.Direction? = nil
    ) -> Screen {
        var values: [String: FieldValue] = [:]
        values["search"] = search.map { .text($0) }
        let column = ListElement.Column(
            .title, title: "Dog",
            sort: Button(Self.browse, title: "Sort by Dog", arguments: ["order": "name", "descending": false]),
            sorted: sorted)
        return Screen(
            title: "Doggies", phase: .ready,
            elements: [
                .form(FormElement(id: "browse", of: Self.browse, values: values, submits: .change)),
                .list(
                    id: "dogs", rows: numbers.map { Row(id: "\($0)", title: "Dog \($0)") }, columns: [column],
                    more: hasMore ? Button(SampleScreens.more) : nil),
            ])
    }

    private func viewing(_ screen: Screen, lines: Int = 24) -> Viewing {
        var viewing = Viewing(Self.manifest, lines: lines)
        viewing.show(screen)
        return viewing
    }

    /// Returns a view of a search whose last row has the cursor, after the person has ended the search.
    private func cleared() -> Viewing {
        var viewing = viewing(screen(430..<433, search: "dog"))
        viewing.type("G")
        viewing.press(.escape)
        viewing.end(viewing.lastCall, revision: viewing.revision + 1)
        viewing.show(screen(0..<50, hasMore: true))
        return viewing
    }

    @Test("After the end of a search, the view loads rows until the row with the cursor is among them")
    func clear() {
        var viewing = cleared()
        #expect(viewing.performed == ["browse @browse -search", "more"])
        #expect(viewing.state.selectedRow == "0")
        for count in stride(from: 100, to: 500, by: 50) { viewing.show(screen(0..<count, hasMore: true)) }
        #expect(viewing.state.selectedRow == "432")
        #expect(viewing.text.contains("❯ Dog 432"))
        #expect(viewing.state.fault == nil)
        // The row is found, so no further rows are loaded.
        let calls = viewing.performed.count
        viewing.press(.up)
        viewing.show(screen(0..<1_000, hasMore: true))
        #expect(viewing.performed.count == calls && viewing.state.selectedRow == "431")
    }

    @Test("Another key ends the loading, and the cursor stays where the key has moved it")
    func interrupted() {
        var viewing = cleared()
        viewing.press(.down)
        let calls = viewing.performed.count
        viewing.show(screen(0..<500, hasMore: true))
        #expect(viewing.state.selectedRow == "1")
        #expect(viewing.performed.count == calls)
    }

    @Test("The view loads at most 2,000 rows, and none if all rows are loaded")
    func bounded() {
        var viewing = cleared()
        var count = 50
        while count < 4_000 {
            count += 500
            let calls = viewing.performed.count
            viewing.show(screen(count..<2 * count, hasMore: true))
            if viewing.performed.count == calls { break }
        }
        #expect((2_050..<3_000).contains(count))
        #expect(viewing.state.fault == nil)
        var other = self.viewing(screen(7..<9, search: "dog"))
        other.press(.escape)
        other.end(other.lastCall, revision: other.revision + 1)
        other.show(screen(0..<3))
        #expect(other.performed == ["browse @browse -search"])
        #expect(other.state.selectedRow == "0")
    }

    @Test("After sorting, also under a search, the cursor is on the first row", arguments: [nil, "dog"])
    func sort(search: String?) {
        var viewing = viewing(screen(0..<50, search: search))
        viewing.press(.down, .down)
        viewing.type("s")
        viewing.end(viewing.lastCall, revision: viewing.revision + 1)
        // The row that had the cursor is among the rows.
        viewing.show(screen(0..<50, hasMore: true, search: search, sorted: .up))
        #expect(viewing.performed == ["browse descending=false order=name"])
        #expect(viewing.state.selectedRow == "0")
        #expect(viewing.text.contains("Search"))
    }

    @Test("After a click on a heading, the same place has the heading again, also after scrolling", arguments: [0, 30])
    func heading(down: Int) throws {
        var viewing = viewing(screen(0..<60))
        for _ in 0..<down { viewing.press(.down) }
        let line = try #require(viewing.lines.firstIndex { $0.hasPrefix("   Dog  ") })
        #expect((line == 2) == (down > 0))
        for sorted in [ListElement.Column.Direction.up, .down] {
            viewing.press(.click(column: 4, line: line))
            viewing.end(viewing.lastCall, revision: viewing.revision + 1)
            viewing.show(screen(sorted == .up ? 0..<60 : 10..<70, sorted: sorted))
            #expect(viewing.lines[line].hasPrefix("   Dog \(sorted == .up ? "↑" : "↓")"))
            #expect(viewing.lines[line + 1].hasPrefix(" ❯ Dog \(sorted == .up ? 0 : 10)"))
            #expect(viewing.state.fault == nil)
        }
        #expect(viewing.performed.count == 2)
    }

    @Test("When another person sorts a shared list, or the sorting fails, the cursor stays on its row")
    func sortedByOthers() {
        for fails in [false, true] {
            var viewing = viewing(screen(0..<50))
            viewing.press(.down, .down)
            if fails {
                viewing.type("s")
                viewing.end(viewing.lastCall, FeatureError(.busy, "not now"))
            }
            viewing.show(screen(0..<50, sorted: .down))
            #expect(viewing.state.selectedRow == "2")
        }
    }

    @Test("When the terminal grows again, the top of the page is visible if the first row has the cursor")
    func resized() {
        var viewing = viewing(screen(0..<50))
        let before = viewing.lines
        #expect(before[2].contains("Search"))
        viewing.take(.resized(.init(columns: 20, lines: 5)))
        #expect(!viewing.text.contains("Search"))
        viewing.take(.resized(.init(columns: 80, lines: 24)))
        #expect(viewing.lines == before)
        viewing.press(.end)
        viewing.take(.resized(.init(columns: 80, lines: 25)))
        #expect(viewing.text.contains("❯ Dog 49") && !viewing.text.contains("Search"))
    }

    @Test("A session that starts anew shows the top of the page if the first row has the cursor")
    func restarted() {
        var viewing = Viewing(Self.manifest, catalogue: [Self.manifest], columns: 20, lines: 5)
        viewing.show(screen(0..<50))
        viewing.press(.down, .down, .up, .up)
        viewing.take(.source(page: 0, .failed(FeatureError(.closed, "the session has ended"))))
        viewing.press(.wheelDown)
        viewing.press(.wheelUp)
        viewing.take(.resized(.init(columns: 80, lines: 24)))
        viewing.type("r")
        viewing.show(screen(0..<50), page: 1)
        #expect(viewing.state.selectedRow == "0")
        #expect(viewing.lines[2].contains("Search"))
    }
}
