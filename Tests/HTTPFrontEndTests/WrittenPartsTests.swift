import FeatureKit
import FeatureStorage
import FeatureTesting
import HTTPFrontEnd
import HTTPTypes
import RecordScreens
import Synchronization
import Testing

/// Tests the parts that one page writes and other pages copy.
@Suite(.timeLimit(.minutes(5))) struct WrittenPartsTests {
    private let feature = {
        var feature = ShownFeature("shown")
        feature.manifest.actions += [SplitMix64.rename, SplitMix64.set]
        return feature
    }()

    private func host(copiesParts: Bool) throws -> PageCosts {
        try PageCosts(of: FeatureRegistry([feature]), copiesParts: copiesParts)
    }

    @Test("A page and a patch with copied rows are those that write each row", arguments: 0..<8 as Range<UInt64>)
    func copied(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let sessions = (0..<3).map { _ in Session.randomID() }
        let (host, writer) = (try host(copiesParts: true), try host(copiesParts: false))
        var old = Frame(session: sessions[0], feature: "shown", revision: 0, screen: random.screen())
        for revision in 1...60 {
            // Most changes of a list leave most rows as they are.
            let screen = Bool.random(using: &random) ? random.screen() : random.changed(old.screen)
            var new = Frame(session: old.session, feature: "shown", revision: revision, screen: screen)
            #expect(try host.patch(from: old, to: new) == writer.patch(from: old, to: new), "\(new)")
            new.session = sessions.randomElement(using: &random) ?? ""
            let key = Bool.random(using: &random) ? String(Session.randomID().prefix(8)) : nil
            #expect(try host.content(of: new, key: key) == writer.content(of: new, key: key), "\(new)")
            old = new
        }
    }

    @Test(
        "A session's page with copied rows is the page of a new host, but for the session and the key",
        arguments: ["shelf?source=sample", "shelf?source=sample&id=1", "shelf"])
    func sessions(feature: String) async throws {
        // The own page, the shared page, and the same of another session.
        func pages(_ count: Int) async throws -> [String] {
            let pages = Mutex<[String]>([])
            try await TestHost([ShelfFeature(resources: RecordResources(files: NoFiles()))]).run { client in
                for _ in 0..<count {
                    let visit = try await client.visit(feature)
                    for (address, fields) in [(visit.address, visit.browser), ("/sessions/\(visit.session)", [:])] {
                        let page = try await client.get(address, fields).text
                        let ids = Set(page.matches(of: /[0-9a-f]{32}/).map { String($0.output) })
                        #expect(ids == [visit.session], "\(address)")
                        let keyless = page.replacing(/name=".key" value="[0-9a-f]{8}"/, with: "key")
                        pages.withLock { $0.append(keyless.replacing(visit.session, with: "session")) }
                    }
                }
            }
            return pages.withLock(\.self)
        }
        let (first, copied) = (try await pages(1), try await pages(3))
        #expect(first[0].contains("/sessions/session/actions/remove") && first[1].contains(".shared=1"))
        #expect(feature == "shelf" || first[0].contains("&amp;session=session\""))
        for index in copied.indices { #expect(copied[index] == first[index % 2]) }
    }

    @Test("A row is copied only if its texts have the same bytes")
    func bytes() throws {
        let host = try host(copiesParts: true)
        for title in ["caf\u{E9}", "cafe\u{301}", "\u{FA10}", "\u{585A}", "K", "\u{212A}"] {
            var button = Button(ShownFeature.press)
            button.title = title
            let row = Row(id: "1", title: "Row", values: ["name": .text(title)], buttons: [button])
            let columns = [ListElement.Column(name: "name", title: "Name")]
            let screen = Screen(phase: .ready, elements: [.list(id: "all", rows: [row], columns: columns)])
            let frame = Frame(session: Session.randomID(), feature: "shown", revision: 1, screen: screen)
            let cell = "<bdi>\(title)</bdi>"
            let page = try host.content(of: frame, key: nil)
            // The cell and the button.
            #expect(page.utf8.ranges(of: cell.utf8).count == 2, "\(title.unicodeScalars.map(\.value))")
        }
    }

    @Test("Each page has its own idempotency key, also in copied rows")
    func keys() async throws {
        let row = Row(id: "1", title: "One", buttons: [Button(ShownFeature.press)])
        let screen = Screen(phase: .ready, elements: [.list(id: "all", rows: [row])])
        try await TestHost([ShownFeature("shown", screen: screen)]).run { client in
            let visit = try await client.visit("shown")
            var keys: [String] = []
            for _ in 0..<3 {
                let page = try await client.get(visit.address, visit.browser).text
                let found = Set(page.matches(of: /name=".key" value="([0-9a-f]{8})"/).map { String($0.output.1) })
                #expect(found.count == 1)
                keys += found
            }
            #expect(Set(keys).count == 3)
        }
    }
}

extension SplitMix64 {
    fileprivate static let rename = Action("rename", "Rename", fields: Field<String>("name", "Name", length: 1...9))

    fileprivate static let set = Action(
        "set", "Set", effect: .edits, fields: Field<String>("id", "Id").role(.row), Field<String?>("b", "B"))

    /// Makes a screen with one list, whose parts are taken from few values, so that many rows occur again.
    fileprivate mutating func screen() -> Screen {
        let list = Element.list(list())
        guard one(of: false, false, true) else { return Screen(phase: .ready, elements: [list]) }
        let tab = Element.section(id: "tab", title: "Tab", elements: [list])
        return Screen(phase: .ready, elements: [.section(id: "tabs", layout: .tabs, elements: [tab])])
    }

    /// Changes one row of a screen.
    fileprivate mutating func changed(_ screen: Screen) -> Screen {
        guard case .list(var list) = screen.elements.first, !list.rows.isEmpty else { return self.screen() }
        let index = Int.random(in: list.rows.indices, using: &self)
        list.rows[index] = row(list.rows[index].id)
        if Bool.random(using: &self) { list.selected = list.rows[index].id }
        var changed = screen
        changed.elements = [.list(list)]
        return changed
    }

    private mutating func one<Value>(of values: Value...) -> Value {
        values[Int.random(in: values.indices, using: &self)]
    }

    private mutating func list() -> ListElement {
        let rows = (0..<Int.random(in: 0...4, using: &self)).map { row(String($0)) }
        var columns = [
            ListElement.Column(
                one(of: .title, .value("a")), title: one(of: "Name", "Title"), kind: one(of: nil, .integer)),
            ListElement.Column(
                one(of: .detail, .value("b")), title: one(of: "Size", "Age"), kind: one(of: nil, .decimal)),
        ]
        if columns[1].content == .value("b") { columns[1].edit = one(of: nil, Self.set.name) }
        return ListElement(
            id: one(of: "all", "few"), rows: rows, columns: one(of: nil, columns),
            select: one(of: nil, ShownFeature.press),
            selected: one(of: nil, "1"))
    }

    private mutating func row(_ id: String) -> Row {
        let link = FeatureLink(feature: "shown", options: [:])
        return Row(
            id: id, title: one(of: "One", "<Two>", "&amp;"), detail: one(of: nil, "some", "session"),
            values: ["a": one(of: 1, .text("one")), "b": one(of: 2.5, .text("two"))],
            cells: one(of: [:], ["a": "first"]), tone: one(of: nil, .warning),
            buttons: (0..<one(of: 0, 1, 2, 3)).map { _ in
                Button(
                    one(of: ShownFeature.press, Self.rename), title: one(of: "Press", "Push"),
                    arguments: one(of: [:], ["id": .text(id)], ["name": "other"]), enabled: one(of: true, true, false),
                    role: one(of: .normal, .destructive), confirm: one(of: nil, nil, "Sure?"))
            }, opens: one(of: nil, link))
    }
}
