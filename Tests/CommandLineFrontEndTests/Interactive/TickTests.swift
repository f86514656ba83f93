import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

/// Tests how a person ticks rows on a terminal, and acts on all of them at once.
@Suite(.timeLimit(.minutes(5))) struct TickTests {
    private static let ids = Field<[String]?>("ids", "Ids").role(.rows)
    private static let revisions = Field<[String]?>("revisions", "Revisions").role(.revisions)
    private static let id = Field<String?>("id", "Id").role(.row)
    private static let release = Action(
        "release", "Release", done: "was released", consequence: "It is gone.", effect: .removes,
        fields: id, SampleScreens.revision, ids, revisions)
    private static let feed = Action(
        "feed", "Feed", done: "was fed", fields: id, ids, Field<String>("food", "Food", length: 1...9))
    private static let birthday = Action("birthday", "Birthday", fields: SampleScreens.id)
    private static let undo = Action("undo", "Undo", fields: Field<Int>("change", "Change").role(.change))
    private static let browse = Action(
        "browse", "Browse", effect: .shows, fields: Field<String?>("search", "Search", length: 1...40).role(.search))
    static let manifest = FeatureManifest(
        id: "doggy", title: "Doggies", summary: "", actions: birthday, release, feed, undo, browse)

    static func screen(_ names: [String], more: Bool = false, revision: Int = 7, other: [Row] = []) -> Screen {
        let rows = names.map { name in
            let arguments: [String: FieldValue] = ["id": .text(name.lowercased()), "revision": .integer(revision)]
            return Row(
                id: name.lowercased(), title: name,
                buttons: [
                    Button(birthday, arguments: ["id": .text(name.lowercased())]),
                    Button(release, arguments: arguments, role: .destructive),
                ])
        }
        let list = ListElement(
            id: "dogs", rows: rows, more: more ? Button(SampleScreens.more) : nil,
            total: more ? .init(50) : nil, bulk: [Button(release, role: .destructive), Button(feed)])
        let others = other.isEmpty ? [] : [Element.list(id: "others", rows: other)]
        return Screen(title: "Doggies", phase: .ready, elements: [.list(list)] + others)
    }

    static func viewing(
        _ names: [String] = ["Rex", "Max", "Tom", "Ben"], more: Bool = false, columns: Int = 80
    ) -> Viewing {
        var viewing = Viewing(manifest, columns: columns)
        viewing.show(screen(names, more: more))
        return viewing
    }

    /// The titles of the rows with a tick.
    func ticked(_ viewing: Viewing) -> [String] {
        viewing.lines.filter { $0.hasPrefix("✓") && !$0.contains("selected") }.compactMap { line in
            line.drop { "✓❯~ ".contains($0) }.split(separator: " ").first.map { String($0) }
        }
    }

    private func message(_ viewing: Viewing) -> String? { viewing.lines.first { $0.contains(" selected · ") } }

    @Test func `Space ticks rows, and the key of an action asks about all of them and acts on them in one call`() {
        var viewing = Self.viewing()
        viewing.type(" jj ")
        #expect(ticked(viewing) == ["Rex", "Tom"])
        #expect(message(viewing)?.hasPrefix(" ✓ 2 of 4 selected · x Release… · e Feed… · Esc clears") == true)
        // The cursor may stand elsewhere.
        viewing.type("jx")
        #expect(viewing.text.contains("Release 2 rows: Rex and Tom? It is gone."))
        #expect(viewing.performed == [])
        viewing.type("y")
        #expect(viewing.calls == [Call("release", ["ids": .texts(["rex", "tom"]), "revisions": .texts(["7", "7"])])])
        // Until the answer comes, the ticks stay.
        #expect(ticked(viewing) == ["Rex", "Tom"])
        let call = viewing.lastCall ?? 0
        let answer = SourceAnswer(revision: 2, change: 5)
        // The rows may leave before the answer comes.
        viewing.show(Self.screen(["Max", "Ben"]))
        viewing.take(.performed(call: call, answer: answer, error: nil))
        #expect(ticked(viewing) == [] && message(viewing) == nil)
        #expect(viewing.text.contains("✓ Rex and Tom were released. · u Undo"))
        viewing.type("u")
        #expect(viewing.performed.last == "undo change=5")
    }

    @Test func `one ticked row is asked about by its title`() {
        var viewing = Self.viewing()
        viewing.type(" jx")
        #expect(viewing.text.contains("Release Rex? It is gone."))
        viewing.type("y")
        #expect(viewing.performed == ["release ids=rex revisions=7"])
    }

    @Test func `after a refusal the ticks stay, and the notice acts on the others`() throws {
        var viewing = Self.viewing()
        viewing.type("*xy")
        viewing.end(viewing.lastCall, InputRefused(["ids": "Max has changed; nothing was done"]))
        #expect(ticked(viewing) == ["Rex", "Max", "Tom", "Ben"])
        #expect(viewing.text.contains("Max has changed; nothing was done") && message(viewing) != nil)
        let rest = Button(
            Self.release, title: "Release the other 3",
            arguments: ["ids": .texts(["rex", "tom", "ben"]), "revisions": .texts(["7", "7", "7"])])
        viewing.take(.source(page: 0, .notice(Notice("The other dogs have not changed.", button: rest))))
        viewing.type("U")
        #expect(viewing.performed.last == "release ids=rex, tom, ben revisions=7, 7, 7")
        viewing.end(viewing.lastCall, revision: 3)
        viewing.show(Self.screen(["Max"]))
        #expect(ticked(viewing) == ["Max"])
        #expect(viewing.text.contains("Rex, Tom and Ben were released."))
    }

    @Test func `an action on one row does not act beside ticked rows`() {
        var viewing = Self.viewing()
        viewing.type(" j1")
        #expect(viewing.performed.isEmpty)
        #expect(viewing.text.contains("does not act on the selected row; Esc clears the selection"))
        // The digit of the row's button acts on the ticked rows like its letter.
        viewing.type("2")
        #expect(viewing.text.contains("Release Rex?"))
    }

    @Test func `an action with other fields asks for them once`() {
        var viewing = Self.viewing()
        viewing.type(" j e")
        #expect(viewing.text.contains("╭─ Feed"))
        viewing.type("hay")
        viewing.press(.control("s"))
        #expect(viewing.performed == ["feed food=hay ids=rex, max"])
        viewing.end(viewing.lastCall, revision: 1)
        #expect(viewing.text.contains("Rex and Max were fed.") && ticked(viewing) == [])
    }

    @Test func `V ticks from the row that was ticked last, in both directions, and * ticks all loaded rows or none`() {
        var viewing = Self.viewing(more: true)
        viewing.type("j jjV")
        #expect(ticked(viewing) == ["Max", "Tom", "Ben"])
        viewing.press(.escape)
        viewing.type(" kkkV")
        #expect(ticked(viewing) == ["Rex", "Max", "Tom", "Ben"])
        viewing.type("*")
        #expect(ticked(viewing) == [])
        viewing.type("jV")
        #expect(ticked(viewing) == ["Max"])
        viewing.type("*")
        #expect(message(viewing)?.contains("✓ 4 of 50 selected") == true)
        // Rows that come later have no tick.
        viewing.show(Self.screen(["Rex", "Max", "Tom", "Ben", "Leo"], more: true))
        #expect(ticked(viewing) == ["Rex", "Max", "Tom", "Ben"])
        viewing.type("xy")
        #expect(viewing.performed.last == "release ids=rex, max, tom, ben revisions=7, 7, 7, 7")
    }

    @Test func `ticks stay when rows change and move, and leave with their rows`() {
        var viewing = Self.viewing()
        viewing.type(" j ")
        viewing.show(Self.screen(["Tom", "Max", "Ben", "Rex"], revision: 8))
        #expect(ticked(viewing) == ["Max", "Rex"])
        viewing.show(Self.screen(["Tom", "Ben", "Rex"], revision: 8))
        #expect(viewing.text.contains("1 row is no longer shown, so no longer selected."))
        viewing.show(Self.screen(["Tom", "Max", "Ben", "Rex"], revision: 9))
        #expect(ticked(viewing) == ["Rex"])
        // A screen that loads or has failed may show the rows again.
        viewing.show(Screen(title: "Doggies", phase: .loading))
        viewing.show(Screen(title: "Doggies", phase: .failed("Lost", retry: SampleScreens.refresh)))
        viewing.show(Self.screen(["Tom", "Rex"], revision: 9))
        #expect(ticked(viewing) == ["Rex"])
        // The question keeps the revision that the person has seen.
        viewing.type("x")
        viewing.show(Self.screen(["Tom", "Rex"], revision: 10))
        viewing.type("y")
        #expect(viewing.performed == ["release ids=rex revisions=9"])
    }

    @Test func `a search that leaves out ticked rows removes all ticks at once, and says so once`() {
        func found(_ names: [String], _ search: String) -> Screen {
            var screen = Self.screen(names)
            let form = FormElement(id: "browse", of: Self.browse, values: ["search": .text(search)], submits: .change)
            screen.elements.insert(.form(form), at: 0)
            return screen
        }
        var viewing = Self.viewing()
        viewing.show(found(["Rex", "Max", "Tom", "Ben"], ""))
        viewing.type("*")
        viewing.show(found(["Rex", "Ben"], "e"))
        #expect(ticked(viewing) == [] && viewing.text.contains("Another search, so 4 rows are no longer selected."))
        viewing.show(found(["Ben"], "en"))
        #expect(viewing.lines.count { $0.contains("no longer selected") } == 1)
        // A search that shows all of them leaves them ticked.
        viewing.type(" ")
        viewing.show(found(["Rex", "Ben"], "e"))
        #expect(ticked(viewing) == ["Ben"])
    }

    @Test func `a row that changes beside its tick has both marks`() {
        var viewing = Self.viewing()
        viewing.type(" ")
        viewing.show(Self.screen(["Rex", "Max", "Tom", "Ben"], revision: 8))
        #expect(viewing.lines.contains { $0.hasPrefix("✓❯~Rex") })
    }

    @Test func `Esc removes the ticks before it does anything else`() {
        var viewing = Self.viewing()
        viewing.type("/e")
        viewing.press(.enter)
        viewing.type("*")
        #expect(ticked(viewing) == ["Rex", "Ben"] && viewing.text.contains("/ e   ✓ 2 of 4 selected"))
        viewing.press(.escape)
        #expect(ticked(viewing) == [] && viewing.text.contains("2 of 4 shown"))
        viewing.press(.escape)
        #expect(!viewing.text.contains("2 of 4 shown"))
    }

    @Test func `rows of another list have no ticks, and their keys act on them alone`() {
        var viewing = Viewing(Self.manifest)
        viewing.show(Self.screen(["Rex"], other: [Row(id: "1", title: "Cat", buttons: [Button(Self.birthday)])]))
        viewing.type(" j ")
        #expect(ticked(viewing) == ["Rex"])
        #expect(message(viewing)?.hasPrefix(" ✓ 1 of 1 selected · Esc clears") == true)
        viewing.type("x")
        #expect(!viewing.text.contains("Release Rex?"))
    }

    @Test func `a click on the mark of a row ticks it`() {
        var viewing = Self.viewing()
        let line = viewing.lines.firstIndex { $0.contains("Tom") } ?? 0
        viewing.press(.click(column: 0, line: line))
        #expect(ticked(viewing) == ["Tom"] && viewing.state.selectedRow == "tom")
        viewing.press(.click(column: 2, line: line))
        #expect(ticked(viewing) == [])
        viewing.press(.click(column: 0, line: line))
        let keys = viewing.lines.firstIndex { $0.contains("selected · x") } ?? 0
        viewing.press(.click(column: 24, line: keys))
        #expect(viewing.text.contains("Release Tom?"))
    }

    @Test func `the menu, the commands, the footer and the help name what acts on the ticked rows`() {
        var viewing = Self.viewing(columns: 120)
        #expect(viewing.lines.last?.contains("Space tick") == true)
        viewing.type(":")
        #expect(!viewing.text.contains("selected row"))
        viewing.press(.escape)
        viewing.type(" j m")
        #expect(viewing.text.contains("1  Release 2 selected rows  x"))
        // The row's own button is there too, but its letter acts on the ticked rows.
        #expect(viewing.text.contains("4  Release  ") && !viewing.text.contains("Release  x  "))
        viewing.type("1")
        #expect(viewing.text.contains("Release 2 rows: Rex and Max?"))
        viewing.press(.escape)
        viewing.type(":feed")
        #expect(viewing.text.contains("Feed 2 selected rows"))
        viewing.press(.escape)
        viewing.type("?")
        #expect(viewing.text.contains("Space") && viewing.text.contains("tick, untick"))
        #expect(viewing.text.contains("Release all ticked") && viewing.text.contains("untick all"))
    }

    @Test func `Space still selects a row of a list whose rows cannot be ticked`() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(SampleDesk.table()))
        viewing.type(" *V")
        #expect(!viewing.lines.contains { $0.hasPrefix("✓") } && message(viewing) == nil)
    }

    /// Ticks follow a simple model: a set of ids, from which the rows that are gone are removed.
    @Test(arguments: 0..<20) func `any course of keys and screens ticks exactly the rows of the model`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        let all = ["Rex", "Max", "Tom", "Ben", "Leo", "Sam"]
        var shown = all
        var model: Set<String> = []
        var viewing = Self.viewing(all)
        for _ in 0..<200 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1: viewing.type("j")
            case 2: viewing.type("k")
            case 3:
                if let row = viewing.state.selectedRow { model.formSymmetricDifference([row]) }
                viewing.type(" ")
            case 4:
                let ids = Set(shown.map { $0.lowercased() })
                model = model == ids ? [] : ids
                viewing.type("*")
            case 5 where Int.random(in: 0..<3, using: &random) == 0:
                // Esc on a page without ticks leaves nothing here.
                if !model.isEmpty { viewing.press(.escape) }
                model = []
            default:
                shown = all.shuffled(using: &random).filter { _ in Int.random(in: 0..<9, using: &random) > 0 }
                model.formIntersection(shown.map { $0.lowercased() })
                viewing.show(Self.screen(shown))
            }
            #expect(Set(ticked(viewing).map { $0.lowercased() }) == model)
            #expect(viewing.state.fault == nil)
        }
        #expect(viewing.performed == [])
    }
}
