import FeatureKit
import Testing

/// Tests that the difference between two screens always exists, is correct, and is small.
@Suite(.timeLimit(.minutes(5))) struct ScreenDiffTests {
    private func frame(_ screen: Screen, _ revision: Int) -> Frame {
        Frame(session: "s", feature: "f", revision: revision, screen: screen)
    }

    private func kind(_ edit: ScreenDiff.ElementEdit) -> String {
        switch edit {
        case .all: "all"
        case .remove: "remove"
        case .insert: "insert"
        case .move: "move"
        case .set: "set"
        }
    }

    private func kind(_ edit: ScreenDiff.ListEdit) -> String {
        switch edit {
        case .all: "all"
        case .remove: "remove"
        case .insert: "insert"
        case .alike: "alike"
        case .move: "move"
        case .set(let change): change.arguments.isEmpty ? "set" : "set by argument"
        case .columns: "columns"
        case .more: "more"
        case .total: "total"
        case .select: "select"
        case .selected: "selected"
        case .hint: "hint"
        }
    }

    @Test func `applying a difference to the old screen returns the new screen`() throws {
        var pairs = RandomScreenPairs(seed: 4)
        var kinds: Set<String> = []
        for _ in 0..<4000 {
            let (old, new) = pairs.pair()
            let diff = ScreenDiff(from: old, to: new)
            try #require((diff == nil) == (old == new))
            guard let diff else { continue }
            try #require(try old.applying(diff) == new)
            for edit in diff.elements { kinds.insert("element " + kind(edit)) }
            for edit in diff.lists.values.joined() { kinds.insert(kind(edit)) }
            for change in diff.sections.values {
                for edit in change.elements { kinds.insert("section " + kind(edit)) }
                if change.elements.isEmpty { kinds.insert("section itself") }
            }
            if !diff.forms.isEmpty { kinds.insert("form") }
            if !diff.fields.isEmpty { kinds.insert("item") }
            if diff.summary != .kept { kinds.insert("summary") }
            if diff.up != .kept { kinds.insert("up") }
            if diff.address != .kept { kinds.insert("address") }
        }
        #expect(
            kinds.sorted() == [
                "address", "alike", "all", "columns", "element all", "element insert", "element move", "element remove",
                "element set", "form", "hint", "insert", "item", "more", "move", "remove", "section all",
                "section insert", "section itself", "section move", "section remove", "section set", "select",
                "selected", "set", "set by argument", "summary", "total", "up",
            ])
    }

    @Test func `applying a decoded patch returns the same frame as decoding the new frame`() throws {
        var pairs = RandomScreenPairs(seed: 5)
        for _ in 0..<600 {
            let (old, new) = pairs.pair()
            let patch = try #require(ScreenPatch(from: frame(old, 5), to: frame(new, 6)))
            let there = try value(Frame.self, from: frame(old, 5).json)
            let expected = try value(Frame.self, from: frame(new, 6).json)
            try #require(try there.applying(value(ScreenPatch.self, from: patch.json)) == expected)
        }
    }

    @Test(arguments: [
        ["b", "a", "b"], ["b", "é", "a", "e\u{301}"], ["é", "e\u{301}"], ["", "a", ""],
        (0..<200).map { "\(($0 * 7919) % 199)x" },
    ])
    func `rows whose ids are repeated are replaced as a whole`(ids: [String]) throws {
        var rows = ids.map { Row(id: $0, title: $0) }
        let old = Screen(elements: [.list(id: "list", rows: rows)])
        rows[rows.count - 1].title = "other"
        let new = Screen(elements: [.list(id: "list", rows: rows)])
        let diff = try #require(ScreenDiff(from: old, to: new))
        #expect(diff.lists["list"] == [.all(rows)])
        #expect(try old.applying(diff) == new)
    }

    @Test(arguments: [["b", "a", "c"], ["b", "é", "a", "e"], (0..<200).map { "\(($0 * 7919) % 200)x" }])
    func `a row whose id is unique is changed alone`(ids: [String]) throws {
        var rows = ids.map { Row(id: $0, title: $0) }
        let old = Screen(elements: [.list(id: "list", rows: rows)])
        rows[rows.count - 1].title = "other"
        let new = Screen(elements: [.list(id: "list", rows: rows)])
        let diff = try #require(ScreenDiff(from: old, to: new))
        #expect(diff.lists["list"]?.count == 1 && diff.lists["list"] != [.all(rows)])
        #expect(try old.applying(diff) == new)
    }

    @Test func `any two different screens have a difference, even if ids are repeated`() throws {
        var screens = RandomScreens(seed: 6)
        for _ in 0..<1000 {
            let (old, new) = (screens.frame().screen, screens.frame().screen)
            let diff = try #require(ScreenDiff(from: old, to: new))
            try #require(try old.applying(diff) == new)
        }
    }

    @Test func `equal screens have no difference`() {
        let composed = Screen(title: "caf\u{E9}", elements: [.text(id: "\u{E9}", "")])
        let decomposed = Screen(title: "cafe\u{301}", elements: [.text(id: "e\u{301}", "")])
        #expect(ScreenDiff(from: composed, to: decomposed) == nil)
        #expect(ScreenDiff(from: Kennel(300).frame.screen, to: Kennel(300).frame.screen) == nil)
    }

    @Test func `encoding a difference removes infinite numbers and NaN`() throws {
        func screen(_ values: [String: FieldValue]) -> Screen {
            let button = Button(action: "a", title: "", arguments: values)
            return Screen(elements: [.list(id: "l", rows: [Row(id: "1", title: "", values: values, buttons: [button])])]
            )
        }
        let all: [[String: FieldValue]] = [["a": 1, "b": 2], ["a": .decimal(.nan), "b": 2], ["a": 3], [:]]
        for old in all {
            for new in all {
                let patch = try #require(ScreenPatch(from: frame(screen(old), 1), to: frame(screen(new), 2)))
                let there = try value(Frame.self, from: frame(screen(old), 1).json)
                let expected = try value(Frame.self, from: frame(screen(new), 2).json)
                #expect(try there.applying(value(ScreenPatch.self, from: patch.json)) == expected)
            }
        }
    }

    @Test func `a patch exists only for a later frame of the same session`() throws {
        let (first, second) = (frame(Screen(), 1), frame(Screen(title: "new"), 2))
        #expect(ScreenPatch(from: first, to: first) == nil)
        #expect(ScreenPatch(from: second, to: first) == nil)
        #expect(ScreenPatch(from: Frame(session: "t", feature: "f", revision: 1, screen: Screen()), to: second) == nil)
        let again = try #require(ScreenPatch(from: first, to: frame(Screen(), 3)))
        #expect(String(decoding: again.json, as: UTF8.self) == #"{"from":1,"to":3}"#)
        #expect(try first.applying(again) == frame(Screen(), 3))
    }
}
