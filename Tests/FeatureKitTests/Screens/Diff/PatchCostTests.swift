import FeatureKit
import FeatureTesting
import Testing

/// Tests the cost of patches: the bytes of one change, and the time for large screens of all kinds of elements.
@Suite(.timeLimit(.minutes(5))) struct PatchCostTests {
    /// The parts of a screen that a test changes.
    struct Parts: Sendable {
        var cell = "one"
        var value = 1
        var item = "yes"
        var input = 1.5
        var link = "Home"
        var text = "Now"
        var up = "All"
        var address = 1
        var shape = 1.5
        var isReversed = false
    }

    /// Returns a frame with every kind of element and with many rows, items and elements.
    private func frame(_ count: Int, _ parts: Parts, revision: Int) -> Frame {
        let rows = (0..<count).map { number in
            let isChanged = number == 25
            return Row(
                id: "\(number)", title: "Row \(number)", values: ["n": .integer(isChanged ? parts.value : 0)],
                cells: ["n": isChanged ? parts.cell : "none"],
                buttons: [Button(action: "go", title: "Go", arguments: ["id": .text("\(number)")])],
                opens: FeatureLink(feature: "f", options: ["id": .text("\(number)")]))
        }
        let items = (0..<count).map { FieldsElement.Item(label: "L\($0)", value: $0 == 25 ? parts.item : "no") }
        let values = Dictionary(
            uniqueKeysWithValues: (0..<count).map { ("v\($0)", FieldValue.decimal($0 == 25 ? parts.input : 0)) })
        let texts = (0..<count).map { Element.text(id: "t\($0)", $0 == 25 ? parts.text : "Then") }
        let shapes = (0..<count).map { number in
            DrawingElement.Shape.circle(id: "\(number)", x: number == 25 ? parts.shape : 0, y: 2, radius: 1)
        }
        let inside: [Element] = [
            .drawing(
                id: "drawing", "Shapes", width: 4, height: 3, shapes: parts.isReversed ? shapes.reversed() : shapes),
            .list(
                id: "list", rows: parts.isReversed ? rows.reversed() : rows,
                columns: [.init(.title, title: "Row"), .init(name: "n", title: "N", kind: .integer)]),
            .fields(id: "fields", items: items), .form(FormElement(id: "form", action: "go", values: values)),
            .link(id: "link", parts.link, opens: FeatureLink(feature: "f")),
            .link(id: "web", "Site", address: "https://a.example"), .placeholder(id: "none", "None"),
        ]
        let screen = Screen(
            title: "Everything", phase: .ready, elements: [.section(id: "s", elements: inside)] + texts,
            up: FeatureLink(feature: "f", title: parts.up), address: ["id": .integer(parts.address)])
        return Frame(session: "s", feature: "f", revision: revision, screen: screen)
    }

    static let changes: [(String, @Sendable (inout Parts) -> Void)] = [
        ("a cell", { $0.cell = "two" }), ("a value", { $0.value = 2 }), ("an item", { $0.item = "maybe" }),
        ("an input", { $0.input = 2.5 }), ("a link", { $0.link = "Start" }), ("a text", { $0.text = "Soon" }),
        ("a shape", { $0.shape = 2.5 }),
        ("the way up", { $0.up = "Everything" }), ("the address", { $0.address = 2 }),
    ]

    @Test(arguments: changes)
    func `a change costs the same number of bytes on a small and on a large screen`(
        name: String, change: @Sendable (inout Parts) -> Void
    ) throws {
        var parts = Parts()
        change(&parts)
        let sizes = try [30, 3000].map { count in
            let (old, new) = (frame(count, Parts(), revision: 1), frame(count, parts, revision: 2))
            let patch = try #require(ScreenPatch(from: old, to: new))
            #expect(try old.applying(patch) == new)
            return patch.json.count
        }
        #expect(sizes[0] == sizes[1] && sizes[0] <= 160, "\(name): \(sizes)")
    }

    @Test(arguments: [false, true])
    func `making, encoding and applying a patch takes linear time`(isReversed: Bool) {
        let changed = Parts(cell: "two", item: "maybe", input: 2.5, link: "Start", shape: 2.5, isReversed: isReversed)
        let pair = { (count: Int) in (frame(count, Parts(), revision: 1), frame(count, changed, revision: 2)) }
        let ratio = growth(from: 1000, of: pair) { old, new in
            guard let patch = ScreenPatch(from: old, to: new) else { return }
            _ = (patch.json, try? old.applying(patch))
        }
        #expect(ratio <= 2.7)
    }
}
