import FeatureKit
import FeatureTesting

/// A generator of random pairs of screens.
///
/// Equal seeds give equal pairs.
///
/// The second screen is a copy of the first one with added, removed, moved and changed parts.
struct RandomScreenPairs {
    private var donors: RandomScreens
    private var random: SplitMix64
    private var lastID = 0

    init(seed: UInt64) {
        (donors, random) = (RandomScreens(seed: seed), SplitMix64(seed: seed &+ 1))
    }

    /// Returns a screen and a changed copy of this screen.
    mutating func pair() -> (Screen, Screen) {
        let old = screen()
        var new = old
        for _ in 0..<below(4) { change(&new) }
        return (old, new)
    }

    /// Returns a screen.
    ///
    /// Its ids are mostly unique.
    mutating func screen() -> Screen {
        var screen = donors.frame().screen
        screen.elements = (0..<below(6)).map { _ in element(freshID()) }
        if chance(20), let twin = screen.elements.first { screen.elements.append(twin) }
        return screen
    }

    private mutating func change(_ screen: inout Screen) {
        let donor = donors.frame().screen
        switch below(12) {
        case 10: screen.up = donor.up
        case 11: screen.address = donor.address
        case 0: screen.title = donor.title
        case 9: screen.summary = donor.summary
        case 1: screen.tone = donor.tone
        case 2: screen.phase = donor.phase
        case 3: screen.buttons = donor.buttons
        default: change(&screen.elements)
        }
    }

    private mutating func change(_ elements: inout [Element]) {
        if chance(4) { return rearrange(&elements) { $0.element($0.freshID()) } }
        guard let index = elements.indices.randomElement(using: &random) else { return }
        if chance(10) { return elements[index] = element(elements[index].id) }
        switch elements[index] {
        case .list(var list):
            change(&list)
            elements[index] = .list(list)
        case .section(var section):
            for _ in 0...below(3) { change(&section) }
            elements[index] = .section(section)
        case .form(var form):
            for _ in 0...below(3) { change(&form) }
            elements[index] = .form(form)
        case .fields(var fields):
            for index in fields.items.indices where chance(2) { fields.items[index] = donors.item() }
            if chance(6) { fields.items.append(donors.item()) }
            elements[index] = .fields(fields)
        case .drawing(var drawing):
            for index in drawing.shapes.indices where chance(3) {
                drawing.shapes[index] = donors.shape(drawing.shapes[index].id)
            }
            if chance(2) { rearrange(&drawing.shapes) { $0.donors.shape($0.freshID()) } }
            if chance(6) { drawing.alt = "alt \(below(3))" }
            elements[index] = .drawing(drawing)
        case .text, .placeholder, .progress, .chart, .image, .link, .unknown:
            elements[index] = element(elements[index].id)
        }
    }

    private mutating func change(_ section: inout SectionElement) {
        switch below(6) {
        case 0: section.title = chance(3) ? nil : "title \(below(3))"
        case 1: section.layout = SectionElement.Layout.allCases[below(4)]
        case 2: section.buttons = donors.frame().screen.buttons
        default: change(&section.elements)
        }
    }

    private mutating func change(_ form: inout FormElement) {
        let other = donors.form(form.id)
        switch below(9) {
        case 0: form.title = other.title
        case 1: form.enabled = other.enabled
        case 2: form.disabled = other.disabled
        case 3: form.problems = other.problems
        case 4: form.choices = other.choices
        case 5: if chance(5) { form = other }
        default:
            form.values["a"] = chance(4) ? nil : .integer(below(5))
            form.values["b\(below(3))"] = "text \(below(3))"
        }
    }

    private mutating func change(_ list: inout ListElement) {
        for _ in 0...below(3) {
            switch below(9) {
            case 6: list.total = chance(3) ? nil : .init(below(9), exact: chance(2))
            case 7: list.selected = chance(3) ? nil : "r\(below(9))"
            case 8: (list.hint, list.select) = (chance(2) ? nil : "none", chance(2) ? nil : "select")
            case 0: list.columns = chance(2) ? nil : [.init(name: "a", title: "A\(below(3))")]
            case 1: list.more = chance(2) ? nil : Button(action: "more", title: "More", enabled: chance(2))
            case 2, 3: rearrange(&list.rows) { $0.row($0.freshID()) }
            default:
                for index in list.rows.indices where chance(3) { change(&list.rows[index]) }
            }
        }
    }

    private mutating func change(_ row: inout Row) {
        let other = self.row(row.id)
        for _ in 0...below(3) {
            switch below(9) {
            case 8: row.cells = chance(3) ? [:] : ["age": "\(below(4))", "é": "x"]
            case 0: row.title = other.title
            case 1: row.detail = chance(3) ? nil : other.detail
            case 2: row.values = other.values
            case 3: if let name = row.values.keys.sorted().first { row.values[name] = chance(2) ? nil : 2.0 }
            case 4: row.tone = chance(3) ? nil : .warning
            case 5: row.buttons = other.buttons
            case 6:
                let revision = below(50)
                for index in row.buttons.indices {
                    row.buttons[index].arguments["revision"] = chance(20) ? nil : .integer(revision)
                }
            default: row.opens = other.opens
            }
        }
    }

    private mutating func rearrange<Item>(_ items: inout [Item], make: (inout Self) -> Item) {
        for _ in 0...below(3) {
            let places = (0..<2).map { _ in below(items.count + 1) }.sorted()
            switch below(8) {
            case 0: items.removeSubrange(places[0]..<places[1])
            case 1: items.shuffle(using: &random)
            case 2, 3:
                let moved = items[places[0]..<places[1]]
                items.removeSubrange(places[0]..<places[1])
                items.insert(contentsOf: moved, at: below(items.count + 1))
            case 4: if chance(5), let twin = items.randomElement(using: &random) { items.append(twin) }
            default:
                let new = (0...below(3)).map { _ in make(&self) }
                items.insert(contentsOf: new, at: places[0])
            }
        }
    }

    private mutating func element(_ id: String) -> Element {
        switch below(15) {
        case 10: return donors.link(id)
        case 11: return .progress(id: id, "P", fraction: Double(below(3)) / 2, message: chance(2) ? nil : "m")
        case 12:
            let values = (0..<2).map { _ in chance(3) ? nil : Double(below(3)) / 2 }
            return .chart(
                id: id, "C", labels: ["a", "b"], series: [.init("S", values, tone: chance(2) ? nil : .warning)])
        case 14:
            let file = FileReference(name: "a.png", type: "image/png", href: chance(2) ? "/a.png" : "/a.png?v=2")
            return .image(id: id, chance(2) ? "A" : "B", file)
        case 13:
            let shapes = (0..<below(6)).map { _ in donors.shape(freshID()) }
            return .drawing(id: id, "D", width: 4.5, height: 2.5, shapes: shapes)
        case 7: return .form(donors.form(id))
        case 8, 9:
            let elements = (0..<below(4)).map { _ in element(freshID()) }
            return .section(id: id, title: chance(2) ? nil : "S", elements: elements)
        case 0: return .text(id: id, "text \(below(3))")
        case 1: return .placeholder(id: id, "empty \(below(3))")
        case 2: return .fields(id: id, items: (0..<below(4)).map { .init(label: "L\($0)", value: "v") })
        case 3:
            let unknown = try? value(Element.self, from: #"{"kind":"map","id":"\#(id)","text":"\#(below(3))"}"#)
            return unknown ?? .text(id: id, "")
        default: return .list(id: id, rows: (0..<below(12)).map { _ in row(freshID()) })
        }
    }

    /// Returns a row.
    ///
    /// Most rows have the same members, and some have random members.
    private mutating func row(_ id: String) -> Row {
        if chance(3) {
            let lists = donors.frame().screen.elements.compactMap { element in
                if case .list(let list) = element { list.rows.first } else { nil }
            }
            guard var row = lists.first else { return Row(id: id, title: "plain") }
            row.id = id
            return row
        }
        var row = Kennel.Dog(below(40)).row
        row.id = id
        row.values["weight"] = chance(2) ? .decimal(Double(below(4))) : .decimal(0.5)
        for index in row.buttons.indices { row.buttons[index].arguments["id"] = .text(chance(30) ? "other" : id) }
        if chance(4) { row.opens = FeatureLink(feature: "user", options: ["id": .text(id), "é": true]) }
        return row
    }

    private mutating func freshID() -> String {
        lastID += 1
        return ["r\(lastID)", "é\(lastID)", "\"\(lastID)"][below(3)]
    }

    private mutating func below(_ limit: Int) -> Int { .random(in: 0..<limit, using: &random) }

    private mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
}
