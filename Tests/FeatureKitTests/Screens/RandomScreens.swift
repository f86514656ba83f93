import FeatureKit
import FeatureTesting

/// Screens of every shape, with strings that like to break writers of JSON; the same from the same seed.
struct RandomScreens {
    private var generator: SplitMix64
    private var shuffles = false

    private static let pieces = [
        "", "a", "Rex", "\"", "\\", "\\\"", "\\u0041", "\n", "\r\n", "\t", "\u{0}", "\u{1}", "\u{1F}", "\u{7F}", "/",
        "</script>",
        "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{202E}", "e\u{301}", "é", "개", "👨‍👩‍👧‍👦", "🇰🇷", "\u{10FFFF}", "\u{FFFD}", " ",
        "null",
        "{\"kind\":\"ready\"}", "𝕊", String(repeating: "long ", count: 50),
    ]

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// Makes the next frame; `shufflingDictionaries` builds its dictionaries in another order, of the same contents.
    mutating func frame(shufflingDictionaries: Bool = false) -> Frame {
        shuffles = shufflingDictionaries
        return Frame(
            session: text(), feature: text(), revision: number(in: 0...Int.max),
            screen: Screen(
                title: text(), tone: pick(Tone.allCases), phase: phase(), elements: some { $0.element() },
                buttons: some { $0.button() }))
    }

    private mutating func phase() -> Phase {
        switch number(in: 0...3) {
        case 0: .ready
        case 1: .loading(message: maybe { $0.text() }, fraction: maybe { $0.decimal() })
        default: .failed(message: text(), retry: maybe { $0.button() })
        }
    }

    private mutating func element() -> Element {
        switch number(in: 0...3) {
        case 0: .text(id: text(), text(), style: pick(TextElement.Style.allCases))
        case 1:
            .list(
                id: text(), rows: some { $0.row() },
                columns: maybe { $0.some { ListElement.Column(name: $0.text(), title: $0.text()) } },
                more: maybe { $0.button() })
        case 2: .fields(id: text(), items: some { FieldsElement.Item(label: $0.text(), value: $0.text()) })
        default: .placeholder(id: text(), text())
        }
    }

    private mutating func row() -> Row {
        Row(
            id: text(), title: text(), detail: maybe { $0.text() }, values: values(),
            tone: maybe { $0.pick(Tone.allCases) },
            buttons: some { $0.button() }, opens: maybe { FeatureLink(feature: $0.text(), options: $0.values()) })
    }

    private mutating func button() -> Button {
        Button(
            action: text(), title: text(), arguments: values(), enabled: number(in: 0...1) == 0,
            role: pick(Button.Role.allCases))
    }

    private mutating func values() -> [String: FieldValue] {
        let pairs = some { ($0.text(), $0.value()) }
        let unique = Dictionary(pairs) { first, _ in first }
        guard shuffles else { return unique }
        var other = Dictionary<String, FieldValue>(minimumCapacity: 64)
        for (name, value) in unique.sorted(by: { $0.key > $1.key }) { other[name] = value }
        return other
    }

    private mutating func value() -> FieldValue {
        switch number(in: 0...3) {
        case 0: .text(text())
        case 1: .integer(number(in: Int.min...Int.max) >> number(in: 0...62))
        case 2: .decimal(decimal())
        default: .boolean(number(in: 0...1) == 0)
        }
    }

    private mutating func decimal() -> Double {
        let number = Double(bitPattern: generator.next())
        return number.isFinite && number != 0 ? number : 0.5
    }

    private mutating func text() -> String {
        (0..<number(in: 0...3)).map { _ in pick(Self.pieces) }.joined()
    }

    private mutating func number(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &generator) }

    private mutating func pick<Item>(_ items: [Item]) -> Item { items[number(in: 0...items.count - 1)] }

    private mutating func maybe<Item>(_ make: (inout Self) -> Item) -> Item? {
        number(in: 0...1) == 0 ? nil : make(&self)
    }

    private mutating func some<Item>(_ make: (inout Self) -> Item) -> [Item] {
        (0..<number(in: 0...2)).map { _ in make(&self) }
    }
}
