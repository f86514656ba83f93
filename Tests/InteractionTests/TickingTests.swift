import FeatureKit
import Interaction
import Testing

/// Tests the calls of buttons that act on several rows.
@Suite(.timeLimit(.minutes(5))) struct TickingTests {
    private static let ids = Field<[String]?>("keys", "Keys").role(.rows)
    private static let revisions = Field<[String]?>("seen", "Seen").role(.revisions)
    private static let id = Field<String?>("key", "Key").role(.row)
    private static let free = Action("free", "Free", effect: .removes, fields: id, version, ids, revisions)
    private static let name = Action("name", "Name", fields: id, Field<Int?>("version", "Version").role(.revision))
    private static let feed = Action("feed", "Feed", fields: id, ids, Field<String>("food", "Food"))
    private static let version = Field<Int?>("revision", "Revision").role(.revision)
    private static let manifest = FeatureManifest(id: "zoo", title: "Zoo", summary: "", actions: free, name, feed)

    private static func row(_ id: String, _ buttons: Button...) -> Row { Row(id: id, title: "Ape", buttons: buttons) }

    @Test func `the call has the ids and the revisions of the rows, in their order`() {
        let rows = [
            Self.row("b", Button(Self.free, arguments: ["key": "b", "revision": 3])),
            Self.row("a", Button(Self.free, arguments: ["key": "a", "revision": 3])),
        ]
        #expect(
            Self.manifest.call(Button(Self.free), on: rows)
                == Call("free", ["keys": .texts(["b", "a"]), "seen": .texts(["3", "3"])]))
    }

    @Test func `the revision is that of the first button which has one, also a button of another action`() {
        let free = Button(Self.free, arguments: ["revision": 3])
        let rows = [
            Self.row("a", Button(Self.feed), free, Button(Self.name, arguments: ["version": 2])),
            Self.row("b", Button(Self.feed), Button(Self.name, arguments: ["version": 2])),
        ]
        #expect(Self.manifest.call(Button(Self.free), on: rows).arguments["seen"] == .texts(["3", "2"]))
    }

    @Test func `An empty text stands for a row without a revision, and an action that takes none gets none`() {
        let rows = [Self.row("a", Button(Self.free, arguments: ["revision": 3])), Self.row("b", Button(Self.feed))]
        #expect(
            Self.manifest.call(Button(Self.free), on: rows)
                == Call("free", ["keys": .texts(["a", "b"]), "seen": .texts(["3", ""])]))
        #expect(Self.manifest.call(Button(Self.free), on: [rows[1]]) == Call("free", ["keys": .texts(["b"])]))
        let fed = Self.manifest.call(Button(Self.feed, arguments: ["food": "hay"]), on: [rows[0]])
        #expect(fed == Call("feed", ["keys": .texts(["a"]), "food": "hay"]))
    }
}
