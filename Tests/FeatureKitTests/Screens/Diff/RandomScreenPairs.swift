import FeatureKit
import FeatureTesting

/// Screens and what became of them, the same from the same seed: things come, go, move and change, in many ways at once.
struct RandomScreenPairs {
    private var donors: RandomScreens
    private var random: SplitMix64
    private var lastID = 0

    init(seed: UInt64) {
        (donors, random) = (RandomScreens(seed: seed), SplitMix64(seed: seed &+ 1))
    }

    /// Makes a screen, and what became of it.
    mutating func pair() -> (Screen, Screen) {
        let old = screen()
        var new = old
        for _ in 0..<below(4) { change(&new) }
        return (old, new)
    }

    /// Makes a screen whose ids are its own but for once in a while.
    mutating func screen() -> Screen {
        var screen = donors.frame().screen
        screen.elements = (0..<below(6)).map { _ in element(freshID()) }
        if chance(20), let twin = screen.elements.first { screen.elements.append(twin) }
        return screen
    }

    private mutating func change(_ screen: inout Screen) {
        let donor = donors.frame().screen
        switch below(9) {
        case 0: screen.title = donor.title
        case 1: screen.tone = donor.tone
        case 2: screen.phase = donor.phase
        case 3: screen.buttons = donor.buttons
        case 4: rearrange(&screen.elements) { $0.element($0.freshID()) }
        default:
            guard let index = screen.elements.indices.randomElement(using: &random) else { return }
            guard case .list(var list) = screen.elements[index], !chance(10) else {
                screen.elements[index] = element(screen.elements[index].id)
                return
            }
            change(&list)
            screen.elements[index] = .list(list)
        }
    }

    private mutating func change(_ list: inout ListElement) {
        for _ in 0...below(3) {
            switch below(6) {
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
            switch below(8) {
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
        switch below(7) {
        case 0: return .text(id: id, "text \(below(3))")
        case 1: return .placeholder(id: id, "empty \(below(3))")
        case 2: return .fields(id: id, items: [.init(label: "L", value: "\(below(3))")])
        case 3:
            let unknown = try? value(Element.self, from: #"{"kind":"chart","id":"\#(id)","text":"\#(below(3))"}"#)
            return unknown ?? .text(id: id, "")
        default: return .list(id: id, rows: (0..<below(12)).map { _ in row(freshID()) })
        }
    }

    /// A row like others, as a feature's are, or one of no known shape.
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
