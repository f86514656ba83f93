import FeatureKit
import FeatureTesting

/// A generator of random screens with strings that are hard to escape.
///
/// Equal seeds give equal screens.
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

    /// Returns the next frame.
    ///
    /// If `shufflingDictionaries` is `true`, each dictionary has the same members, but stores them in another order.
    mutating func frame(shufflingDictionaries: Bool = false) -> Frame {
        shuffles = shufflingDictionaries
        return Frame(
            session: text(), feature: text(), revision: number(in: 0...Int.max),
            screen: Screen(
                title: text(), summary: maybe { $0.text() }, tone: pick(Tone.allCases), phase: phase(),
                elements: some { $0.element() },
                buttons: some { $0.button() }, up: maybe { $0.link() }, address: maybe { $0.values() }))
    }

    private mutating func phase() -> Phase {
        switch number(in: 0...3) {
        case 0: .ready
        case 1: .loading(message: maybe { $0.text() }, fraction: maybe { $0.decimal() })
        default: .failed(message: text(), retry: maybe { $0.button() })
        }
    }

    /// Returns an element.
    ///
    /// Sections are nested at most `depth` deep.
    mutating func element(depth: Int = 2) -> Element {
        switch number(in: 0...(depth > 0 ? 10 : 9)) {
        case 0: .text(id: text(), text(), style: pick(TextElement.Style.allCases))
        case 1:
            .list(
                id: text(), rows: some { $0.row() },
                columns: maybe { $0.some { $0.column() } }, more: maybe { $0.button() },
                total: maybe {
                    ListElement.Total($0.number(in: 0...1000), exact: $0.flag(), apart: $0.number(in: 0...2))
                },
                select: maybe { Action($0.text(), "") }, selected: maybe { $0.text() }, hint: maybe { $0.text() })
        case 2: .fields(id: text(), items: some { $0.item() }, style: pick(FieldsElement.Style.allCases))
        case 3: .form(form(text()))
        case 4: link(text())
        case 5: .progress(id: text(), text(), fraction: maybe { $0.decimal() }, message: maybe { $0.text() })
        case 6:
            .chart(
                id: text(), text(), style: pick(ChartElement.Style.allCases), labels: some { $0.text() },
                series: some { random in
                    .init(
                        random.text(), random.some { $0.maybe { $0.decimal() } },
                        tone: random.maybe { $0.pick(Tone.allCases) })
                }, unit: maybe { $0.text() })
        case 7:
            .drawing(
                id: text(), text(), width: decimal(), height: decimal(), shapes: some { $0.shape($0.text()) },
                tap: maybe { $0.button() })
        case 8:
            .image(
                id: text(), text(),
                FileReference(name: text(), type: text(), size: maybe { $0.number(in: 0...9) }, href: text()))
        case 10:
            .section(
                id: text(), title: maybe { $0.text() }, layout: pick(SectionElement.Layout.allCases),
                elements: some { $0.element(depth: depth - 1) }, buttons: some { $0.button() })
        default: .placeholder(id: text(), text())
        }
    }

    /// Returns a shape of a drawing.
    mutating func shape(_ id: String) -> DrawingElement.Shape {
        let figure: DrawingElement.Shape.Figure =
            switch number(in: 0...4) {
            case 0: .circle(x: decimal(), y: decimal(), radius: decimal())
            case 1: .rectangle(x: decimal(), y: decimal(), width: decimal(), height: decimal())
            case 2: .line(x: decimal(), y: decimal(), x2: decimal(), y2: decimal())
            case 3: .text(x: decimal(), y: decimal(), text())
            default: .unknown(kind: "star")
            }
        return DrawingElement.Shape(
            id: id, figure, tone: maybe { $0.pick(Tone.allCases) }, isFilled: flag(), title: maybe { $0.text() })
    }

    /// Returns a link to a feature or to an address.
    mutating func link(_ id: String) -> Element {
        flag() ? .link(id: id, text(), opens: link()) : .link(id: id, text(), address: text())
    }

    private mutating func link() -> FeatureLink {
        FeatureLink(feature: text(), options: values(), title: maybe { $0.text() }, begins: maybe { $0.text() })
    }

    /// Returns a form.
    mutating func form(_ id: String) -> FormElement {
        FormElement(
            id: id, action: text(), values: values(), submits: pick(FormElement.Submission.allCases),
            title: maybe { $0.text() }, enabled: flag(), disabled: Set(some { $0.text() }),
            problems: entries { FormElement.Problem($0.text(), theirs: $0.maybe { $0.value() }) },
            choices: entries { $0.some { $0.text() } })
    }

    /// Returns a label with its value.
    mutating func item() -> FieldsElement.Item {
        FieldsElement.Item(
            label: text(), value: text(), tone: maybe { $0.pick(Tone.allCases) }, detail: maybe { $0.text() },
            opens: maybe { $0.link() }, trend: maybe { $0.some { $0.decimal() } })
    }

    private mutating func column() -> ListElement.Column {
        var column = ListElement.Column(
            pick([.title, .detail, .value(text())]), title: text(), kind: maybe { $0.pick(FieldKind.allCases) },
            sort: maybe { $0.button() }, sorted: maybe { $0.pick([.up, .down]) })
        column.edit = maybe { $0.text() }
        return column
    }

    private mutating func entries<Value>(_ make: (inout Self) -> Value) -> [String: Value] {
        Dictionary(some { ($0.text(), make(&$0)) }) { first, _ in first }
    }

    private mutating func flag() -> Bool { number(in: 0...1) == 0 }

    private mutating func row() -> Row {
        Row(
            id: text(), title: text(), detail: maybe { $0.text() }, values: values(), cells: entries { $0.text() },
            tone: maybe { $0.pick(Tone.allCases) },
            buttons: some { $0.button() }, opens: maybe { $0.link() })
    }

    private mutating func button() -> Button {
        Button(
            action: text(), title: text(), arguments: values(), values: values(), enabled: flag(),
            role: pick(Button.Role.allCases), confirm: maybe { $0.text() }, key: maybe { $0.pick(Button.keys) })
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
        // A whole number decodes as an integer.
        return number.isFinite && Int(exactly: number) == nil ? number : 0.5
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
