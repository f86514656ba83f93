import FeatureKit
import Testing

/// Tests the wire format of patches, their size, and the errors for patches that do not fit a frame.
@Suite(.timeLimit(.minutes(5))) struct ScreenPatchTests {
    private func text(_ patch: ScreenPatch?) throws -> String {
        String(decoding: try #require(patch).json, as: UTF8.self)
    }

    @Test func `a patch that changes one row of 300 takes at most 200 bytes`() throws {
        var kennel = Kennel(300)
        let birthday = try text(
            kennel.patch { dogs in
                dogs[150].age += 1
                dogs[150].revision = 12345
            })
        #expect(
            birthday == #"{"from":1000,"to":1001,"lists":{"dogs":[{"set":"\#(kennel.dogs[150].id)","detail":"4","#
                + #""values":{"age":4},"arguments":{"revision":12345}}]}}"#)
        #expect(birthday.utf8.count <= 200)
    }

    @Test func `a patch that inserts or moves a row at the top of 300 rows takes at most 200 bytes`() throws {
        var (kennel, dog) = (Kennel(300), Kennel.Dog(500))
        dog.revision = 12345
        let inserted = try text(kennel.patch { $0.insert(dog, at: 0) })
        #expect(
            inserted == #"{"from":1000,"to":1001,"lists":{"dogs":[{"alike":[{"id":"\#(dog.id)","#
                + #""title":"Rex Bulldog","detail":"3","values":[3,"Bulldog","Rex"],"arguments":[12345]}]}]}}"#)
        #expect(inserted.utf8.count <= 200)
        let moved = try text(kennel.patch { $0.append($0.removeFirst()) })
        #expect(
            moved
                == #"{"from":1001,"to":1002,"lists":{"dogs":[{"move":["\#(dog.id)"],"at":"end"}]}}"#
        )
        #expect(moved.utf8.count <= 200)
        let removed = try text(kennel.patch { $0.removeLast() })
        #expect(removed == #"{"from":1002,"to":1003,"lists":{"dogs":[{"remove":["\#(dog.id)"]}]}}"#)
    }

    @Test func `a patch that appends a row has at most 200 bytes, a patch that inserts a row at most 250`() throws {
        var (kennel, dog) = (Kennel(300), Kennel.Dog(500))
        dog.revision = 12345
        let added = try text(kennel.patch { $0.append(dog) })
        #expect(added.hasSuffix(#""arguments":[12345]}],"at":"end"}]}}"#))
        #expect(added.utf8.count <= 200)
        kennel.dogs.removeLast()
        #expect(try text(kennel.patch { $0.insert(dog, at: 150) }).utf8.count <= 250)
    }

    @Test func `the patch for an inserted row leaves out a link option that equals the row's id`() throws {
        func frame(_ ids: [String], _ revision: Int) -> Frame {
            let rows = ids.map { id in
                Row(id: id, title: "", values: ["a": 1], opens: FeatureLink(feature: "dog", options: ["id": .text(id)]))
            }
            return Frame(
                session: "s", feature: "f", revision: revision, screen: Screen(elements: [.list(id: "l", rows: rows)]))
        }
        let (old, new) = (frame(["1", "2"], 1), frame(["1", "3", "2"], 2))
        let patch = try #require(ScreenPatch(from: old, to: new))
        #expect(
            try text(patch)
                == #"{"from":1,"to":2,"lists":{"l":[{"alike":[{"id":"3","title":"","values":[1]}],"after":"1"}]}}"#)
        #expect(try old.applying(patch) == new)
    }

    @Test func `every edit has the wire format that the documentation defines`() throws {
        let button = Button(action: "go", title: "Go")
        let link = FeatureLink(feature: "user")
        let old = Screen(
            elements: [
                .text(id: "t", "a"), .placeholder(id: "p", "x"), .text(id: "gone", ""), .text(id: "m", ""),
                .list(
                    id: "l", rows: [Row(id: "1", title: "one", detail: "d", values: ["a": 1, "b": 2], tone: .accent)],
                    columns: [], more: button),
                .list(id: "all", rows: [Row(id: "1", title: ""), Row(id: "1", title: "")]),
            ])
        let new = Screen(
            title: "T", tone: .critical, phase: .ready,
            elements: [
                .text(id: "m", ""), .text(id: "t", "b"), .placeholder(id: "p", "x"), .text(id: "new", ""),
                .list(
                    id: "l",
                    rows: [
                        Row(id: "1", title: "two", values: ["a": 3], buttons: [button], opens: link),
                        Row(id: "2", title: ""),
                    ]),
                .list(id: "all", rows: []),
            ], buttons: [button])
        let first = Frame(session: "s", feature: "f", revision: 0, screen: old)
        let second = Frame(session: "s", feature: "f", revision: 1, screen: new)
        let go = #"{"action":"go","title":"Go","enabled":true,"role":"normal"}"#
        #expect(
            try text(ScreenPatch(from: first, to: second))
                == #"{"from":0,"to":1,"title":"T","tone":"critical","phase":{"kind":"ready"},"buttons":[\#(go)],"#
                + #""elements":[{"remove":["gone"]},{"move":["m"]},"#
                + #"{"insert":[{"kind":"text","id":"new","text":"","style":"body"}],"after":"p"},"#
                + #"{"set":{"kind":"text","id":"t","text":"b","style":"body"}}],"lists":{"all":[{"all":[]}],"l":["#
                + #"{"insert":[{"id":"2","title":""}],"at":"end"},{"set":"1","title":"two","detail":null,"#
                + #""values":{"a":3,"b":null},"tone":null,"buttons":[\#(go)],"opens":{"feature":"user","options":{}}},"#
                + #"{"columns":null},{"more":null}]}}"#)
    }

    @Test(arguments: [
        (#""lists":{"cats":[]}"#, #"there is no "cats""#),
        (#""lists":{"t":[]}"#, #""t" is not a list"#),
        (#""lists":{"dogs":[{"remove":["9"]}]}"#, #"there is no "9""#),
        (#""lists":{"dogs":[{"remove":["1","1"]}]}"#, #"there is no "1""#),
        (#""lists":{"dogs":[{"insert":[{"id":"1","title":""}]}]}"#, #"the id "1" is already used"#),
        (#""lists":{"dogs":[{"insert":[{"id":"8","title":""}],"after":"9"}]}"#, #"there is no "9""#),
        (#""lists":{"dogs":[{"move":["1"],"after":"1"}]}"#, #""1" cannot follow itself"#),
        (#""lists":{"dogs":[{"move":["1","1"]}]}"#, #""1" cannot follow itself"#),
        (#""lists":{"dogs":[{"move":["2"],"at":"end"}]}"#, #""2" cannot follow itself"#),
        (#""lists":{"empty":[{"alike":[{"id":"8","title":""}],"at":"end"}]}"#, #""8" needs another row before it"#),
        (#""lists":{"dogs":[{"set":"9"}]}"#, #"there is no "9""#),
        (#""lists":{"dogs":[{"alike":[{"id":"8","title":""}]}]}"#, #""8" needs another row before it"#),
        (#""lists":{"empty":[{"alike":[{"id":"8","title":""}]}]}"#, #""8" needs another row before it"#),
        (#""lists":{"empty":[{"alike":[]}]}"#, #""" needs another row before it"#),
        (#""lists":{"twins":[{"set":"1","title":"x"}]}"#, #"the id "1" is repeated"#),
        (#""elements":[{"remove":["t","t"]}]"#, #"there is no "t""#),
        (#""elements":[{"move":["dogs"],"after":"dogs"}]"#, #""dogs" cannot follow itself"#),
        (#""elements":[{"set":{"kind":"text","id":"u","text":"","style":"body"}}]"#, #"there is no "u""#),
    ]) func `applying a patch that does not fit the frame throws Mismatch`(members: String, what: String) throws {
        let twins = [Row(id: "1", title: ""), Row(id: "1", title: "")]
        var frame = Kennel(3).frame
        frame.screen.elements = [
            .text(id: "t", ""), .list(id: "dogs", rows: (0..<3).map { dog("\($0)") }), .list(id: "empty", rows: []),
            .list(id: "twins", rows: twins),
        ]
        let patch = try value(ScreenPatch.self, from: #"{"from":1000,"to":1001,\#(members)}"#)
        let error = #expect(throws: ScreenDiff.Mismatch.self) { try frame.applying(patch) }
        #expect(error?.description == "The patch does not fit: \(what). Ask for the whole frame.")
    }

    private func dog(_ id: String) -> Row {
        var row = Kennel.Dog(1).row
        row.id = id
        return row
    }

    @Test(arguments: [(999, 1001), (1001, 1002), (1000, 1000), (1000, Int.min), (Int.max, 0)])
    func `applying a patch for another revision throws Mismatch`(from: Int, to: Int) throws {
        let patch = try value(ScreenPatch.self, from: #"{"from":\#(from),"to":\#(to)}"#)
        let error = #expect(throws: ScreenDiff.Mismatch.self) { try Kennel(3).frame.applying(patch) }
        #expect(
            error?.description == "The patch does not fit: it changes revision \(from) to \(to), but the frame has "
                + "revision 1000. Ask for the whole frame.")
    }

    @Test(arguments: [
        #"{"to":1}"#, #"{"from":0,"to":1,"elements":[{}]}"#, #"{"from":0,"to":1,"elements":[{"after":"x"}]}"#,
        #"{"from":0,"to":1,"elements":[{"remove":[],"move":[]}]}"#, #"{"from":0,"to":1,"lists":{"l":[{"set":null}]}}"#,
        #"{"from":0,"to":1,"lists":{"l":[{"move":[],"at":"middle"}]}}"#,
        #"{"from":0,"to":1,"lists":{"l":[{"set":"1","remove":[]}]}}"#, #"{"from":0,"to":1,"lists":[]}"#,
    ]) func `decoding JSON that is not a patch throws an error`(text: String) {
        #expect(throws: DecodingError.self) { try value(ScreenPatch.self, from: text) }
    }

    @Test func `applying a patch of another screen throws or succeeds but never traps`() throws {
        var pairs = RandomScreenPairs(seed: 7)
        var diffs: [ScreenDiff] = []
        var refused = 0
        for _ in 0..<1500 {
            let (old, new) = pairs.pair()
            for diff in diffs.suffix(5) {
                do { _ = try new.applying(diff) } catch is ScreenDiff.Mismatch { refused += 1 }
            }
            if let diff = ScreenDiff(from: old, to: new) { diffs.append(diff) }
        }
        #expect(refused > 500)
    }
}
