import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("The way to the neighbours of a record in the interactive view", .timeLimit(.minutes(5)))
struct StepTests {
    static let id = Field<String?>("id", "Record").role(.row)
    static let visit = Action(
        "visit", "Go to a record", effect: .shows, fields: id, Field<String?>("step", "Step"))
    private static let manifest = FeatureManifest(
        id: "doggy", title: "Doggies", summary: "", options: [id], actions: visit, SampleScreens.more,
        SampleScreens.birthday)

    private static func link(_ id: Int?) -> FeatureLink {
        FeatureLink(feature: "doggy", options: id.map { ["id": .text("\($0)")] } ?? [:])
    }

    private static func dogs(_ count: Int = 40, hasMore: Bool = false) -> Screen {
        let rows = (1...count).map { Row(id: "\($0)", title: "Dog \($0)", opens: link($0)) }
        let more = hasMore ? Button(SampleScreens.more) : nil
        return Screen(
            title: "Doggies", phase: .ready, elements: [.list(id: "dogs", rows: rows, more: more)], address: [:])
    }

    static func dog(_ id: Int, _ elements: [Element] = []) -> Screen {
        var up = link(nil)
        up.title = "Doggies"
        let steps = [("Previous", Button.Role.previous), ("Next", .next)].map { title, role in
            Button(visit, title: title, arguments: ["id": .text("\(id)"), "step": .text(role.rawValue)], role: role)
        }
        let birthday = Button(SampleScreens.birthday, arguments: ["id": .text("\(id)")])
        return Screen(
            title: "Dog \(id)", phase: .ready, elements: [.text(id: "t", "This is dog \(id).")] + elements,
            buttons: [birthday] + steps, up: up, address: ["id": .text("\(id)")])
    }

    /// Returns a view of dog 2 above the list.
    func viewing(of list: Screen = dogs(), opening row: Int = 2) -> Viewing {
        var viewing = Viewing(Self.manifest, catalogue: [Self.manifest])
        viewing.show(list)
        for _ in 1..<row { viewing.press(.down) }
        viewing.press(.enter)
        viewing.find(.launch)
        viewing.show(Self.dog(row), page: 1)
        return viewing
    }

    /// Answers the last call with the place of a dog, and shows it.
    private func arrive(at id: Int, _ viewing: inout Viewing) throws {
        viewing.end(viewing.lastCall, opens: Self.link(id))
        viewing.find(.launch)
        viewing.show(Self.dog(id), page: try #require(viewing.openedPage))
    }

    @Test func `j and Alt-↓ go to the next record, k and Alt-↑ to the previous one, and Esc back to its row`() throws {
        var viewing = viewing()
        for (id, press, name) in [
            (3, KeyPress(.character("j")), "next"), (4, KeyPress(.down, .alt), "next"),
            (3, KeyPress(.character("k")), "previous"), (2, KeyPress(.up, .alt), "previous"),
            (1, KeyPress(.character("k")), "previous"),
        ] {
            let from = try #require(viewing.lines[0].split(separator: " ").dropFirst(3).first)
            viewing.press(press)
            #expect(viewing.performed.last == "visit id=\(from) step=\(name)")
            try arrive(at: id, &viewing)
            #expect(viewing.lines[0].hasPrefix(" Doggies › Dog \(id)  "))
        }
        viewing.press(.escape)
        #expect(viewing.lines[0].hasPrefix(" Doggies  "))
        #expect(viewing.state.selectedRow == "1")
        // Each record took the place of the one before.
        #expect(viewing.effects.count { if case .close = $0 { true } else { false } } == 6)
    }

    @Test func `After the way back, the row of the last record is in sight`() throws {
        var viewing = viewing(opening: 4)
        for id in 5...30 {
            viewing.type("j")
            try arrive(at: id, &viewing)
        }
        viewing.press(.escape)
        #expect(viewing.state.selectedRow == "30" && viewing.text.contains("❯ Dog 30"))
        #expect(viewing.state.fault == nil)
    }

    @Test func `If the row is not loaded yet, the view loads up to 500 rows until it comes`() throws {
        var viewing = viewing(of: Self.dogs(50, hasMore: true), opening: 50)
        viewing.type("j")
        try arrive(at: 51, &viewing)
        viewing.press(.escape)
        #expect(viewing.state.selectedRow == "50" && viewing.performed.last == "more")
        viewing.show(Self.dogs(100, hasMore: true))
        #expect(viewing.state.selectedRow == "51" && viewing.text.contains("❯ Dog 51"))
        viewing = self.viewing(of: Self.dogs(500, hasMore: true))
        viewing.type("k")
        try arrive(at: 700, &viewing)
        viewing.press(.escape)
        #expect(viewing.state.selectedRow == "2" && viewing.performed.last == "visit id=2 step=previous")
    }

    @Test func `A deleted record leads to the list without loading further rows`() {
        var viewing = viewing(of: Self.dogs(50, hasMore: true))
        viewing.type("1")
        viewing.end(viewing.lastCall, opens: Self.link(nil))
        let calls = viewing.performed
        #expect(viewing.lines[0].hasPrefix(" Doggies  "))
        viewing.show(Self.dogs(49, hasMore: true))
        #expect(viewing.performed == calls)
    }

    @Test func `Up from a record that the view began with, the list shows the record's row`() {
        var viewing = Viewing(Self.manifest, catalogue: [Self.manifest])
        viewing.show(Self.dog(25))
        viewing.press(.escape)
        viewing.find(.launch)
        viewing.show(Screen(title: "Doggies"), page: 1)
        viewing.show(Self.dogs(), page: 1)
        #expect(viewing.state.selectedRow == "25" && viewing.text.contains("❯ Dog 25"))
    }

    @Test func `Within a session, the way back leads to the row of the record that the session showed last`() {
        var viewing = Viewing(Self.manifest, catalogue: [Self.manifest])
        viewing.show(Self.dogs())
        viewing.press(.down, .enter)
        viewing.find(.call(Call("visit", ["id": "2"])), from: [:])
        viewing.show(Self.dog(2))
        viewing.end(viewing.lastCall, revision: viewing.revision)
        viewing.type("j")
        viewing.show(Self.dog(3))
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.lines[0].hasPrefix(" Doggies › Dog 3  "))
        viewing.press(.escape)
        viewing.find(.call(Call("visit", emptied: ["id"])), from: ["id": "3"])
        viewing.show(Self.dogs())
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.state.selectedRow == "3")
    }

    @Test func `Keys that are pressed before the next record comes act on it`() throws {
        var viewing = viewing()
        viewing.type("jjk")
        #expect(viewing.performed == ["visit id=2 step=next"])
        viewing.end(viewing.lastCall, opens: Self.link(3))
        #expect(viewing.performed.count == 1)
        viewing.find(.launch)
        let page = try #require(viewing.openedPage)
        viewing.show(Screen(title: "Doggies", address: ["id": "3"]), page: page)
        #expect(viewing.performed.count == 1)
        viewing.show(Self.dog(3), page: page)
        #expect(viewing.performed.last == "visit id=3 step=next")
        try arrive(at: 4, &viewing)
        #expect(viewing.performed.last == "visit id=4 step=previous" && viewing.performed.count == 3)
    }

    @Test func `A record with text that was not sent stays below the next one`() throws {
        var viewing = viewing()
        var screen = Self.dog(2)
        screen.elements = [.form(FormElement(id: "note", of: SampleDesk.comment, values: [:]))]
        let manifest = FeatureManifest(
            id: "doggy", title: "Doggies", summary: "", options: [Self.id], actions: Self.visit, SampleDesk.comment)
        viewing = Viewing(manifest, catalogue: [manifest])
        viewing.show(screen)
        viewing.press(.tab)
        viewing.type("Hello")
        viewing.press(.escape)
        viewing.type("j")
        try arrive(at: 3, &viewing)
        viewing.press(.escape)
        #expect(viewing.lines[0].contains("Dog 2") && viewing.text.contains("Hello"))
    }

    @Test func `The way back from a record asks once about text that was not sent`() {
        var screen = Self.dog(2)
        screen.elements = [.form(FormElement(id: "note", of: SampleDesk.comment, values: [:]))]
        let manifest = FeatureManifest(
            id: "doggy", title: "Doggies", summary: "", options: [Self.id], actions: Self.visit, SampleDesk.comment)
        var viewing = Viewing(manifest, catalogue: [manifest])
        viewing.show(Self.dogs())
        viewing.press(.down, .enter)
        viewing.find(.launch)
        viewing.show(screen, page: 1)
        viewing.press(.tab)
        viewing.type("Hello")
        viewing.press(.escape, .escape)
        #expect(viewing.lines[0].contains("Dog 2"))
        #expect(viewing.text.contains("Typed text is not sent: “Hello”. Going back again drops it."))
        viewing.press(.escape)
        #expect(viewing.lines[0].hasPrefix(" Doggies  "))
    }

    @Test func `The keys of a record's page belong to the record, not to the rows of its history`() {
        let undo = Button(SampleScreens.birthday, title: "Undo", arguments: ["id": "h"])
        let history = Element.list(id: "changes", rows: [Row(id: "9", title: "Renamed.", buttons: [undo])])
        var viewing = Viewing(Self.manifest, catalogue: [Self.manifest])
        viewing.show(Self.dog(2, [.section(id: "history", title: "History", elements: [history])]))
        #expect(viewing.text.contains("1 Birthday"))
        viewing.type("1")
        #expect(viewing.performed == ["birthday id=2"])
        viewing.press(.down)
        viewing.type("1")
        #expect(viewing.performed.last == "birthday id=2")
    }

    @Test func `At the end of the list, the notice of the session is all that is said`() {
        var viewing = viewing()
        let before = viewing.lines
        viewing.type("j")
        let notice = Notice("There are no dogs after this one in the list.")
        viewing.take(.source(page: 1, .notice(notice)))
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.text.contains(notice.text) && !viewing.text.contains("done"))
        #expect(viewing.lines[0] == before[0])
    }

    @Test func `A record that cannot be opened leaves the person at the last one`() {
        var viewing = viewing()
        viewing.type("j")
        viewing.end(viewing.lastCall, opens: Self.link(3))
        viewing.find(.launch)
        viewing.type("j")
        viewing.take(.source(page: viewing.openedPage ?? 0, .failed(FeatureError(.serviceUnavailable, "no answer"))))
        #expect(viewing.lines[0].hasPrefix(" Doggies › Dog 2  "))
        #expect(viewing.text.contains("was not opened: no answer"))
    }

    @Test func `The keys of the neighbours stand in the last line, in the help and in the commands`() {
        var viewing = viewing()
        #expect(viewing.lines.last?.contains("k Previous  j Next") == true)
        #expect(viewing.lines.filter { $0.contains("Next") }.count == 1)
        viewing.type("?")
        #expect(viewing.text.contains("j  Alt-↓") && viewing.text.contains("k  Alt-↑"))
        #expect(!viewing.text.contains("j k"))
        viewing.press(.escape)
        viewing.type(":next")
        viewing.press(.enter)
        #expect(viewing.performed == ["visit id=2 step=next"])
    }
}
