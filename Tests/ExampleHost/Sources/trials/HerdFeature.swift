import FeatureKit

/// A feature with a long list that a person searches, filters and sorts.
///
/// A session shows other rows and the page of one animal without a launch.
struct HerdFeature: Feature {
    static let search = Field<String?>("search", "Search", length: 1...200).role(.search)
    static let order = Field<HerdOrder?>("order", "Order").role(.order)
    static let descending = Field<Bool>("descending", "Descending", default: false).role(.descending)
    static let breed = Field<HerdBreed?>("breed", "Breed").role(.filter)
    static let id = Field<String?>("id", "Animal", length: 1...20).role(.row)
    static let size = Field<Int>("size", "Size", range: 0...20_000, default: 503)
    static let name = Field<String>("name", "Name", length: 1...40)

    static let browse = Action("browse", "Search", effect: .shows, fields: search, order, descending, breed, id)
    static let more = Action("more", "More animals", effect: .loads)
    static let adopt = Action("adopt", "Adopt", fields: name)
    static let groom = Action("groom", "Groom", fields: Field<String>("id", "Animal").role(.row))
    static let manifest = FeatureManifest(
        id: "herd", title: "Herd", summary: "Searches a long list.",
        options: [search, order, descending, breed, id, size], actions: browse, more, adopt, groom)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let herd = try Herd(stage: stage, options: options)
        return Scene(owning: herd, start: herd.draw)
            .browsing(Self.browse, changing: ["search", "order", "descending", "breed", "id"]) { try herd.browse($0) }
            .on(Self.more) { _ in herd.showMore() }
            .on(Self.adopt) { input in herd.adopt(try input[Self.name]) }
            .on(Self.groom) { input in stage.announce(Notice("groomed \(input.values["id"] ?? "nobody")")) }
    }
}

/// The orders of the list.
enum HerdOrder: String, FieldType, CaseIterable { case name, age }

/// The breeds to filter by.
enum HerdBreed: String, FieldType, CaseIterable {
    case alpaca = "Alpaca"
    case llama = "Llama"
    case vicuna = "Vicuña"
}

/// The presenter and the view of the feature in one class.
final class Herd {
    private struct Animal {
        let id: String
        let name: String
        let breed: String
        let age: Int
    }

    private let stage: Stage
    private let size: Int
    private var animals: [Animal]
    private var place: [String: FieldValue]
    private var shown = 50

    init(stage: Stage, options: Options) throws {
        self.stage = stage
        size = try options[HerdFeature.size]
        let names = ["Luna", "Otto", "Labelle", "Pepe", "Nina", "Paco", "Zoë"]
        let breeds = HerdBreed.allCases.map(\.rawValue)
        animals = (0..<size).map { number in
            Animal(
                id: "\(number)", name: "\(names[number % names.count]) \(number)", breed: breeds[number % breeds.count],
                age: number * 7 % 23)
        }
        place = options.values
        try verify(place)
    }

    func browse(_ input: Input) throws {
        var next = place
        for name in input.changed { next[name] = input.values[name] }
        try verify(next)
        (place, shown) = (next, 50)
        draw()
    }

    func showMore() {
        shown += 50
        draw()
    }

    func adopt(_ name: String) {
        animals.append(Animal(id: "\(animals.count)", name: name, breed: "Llama", age: 1))
        draw()
    }

    func draw() {
        let defaults: [String: FieldValue] = ["descending": false, "size": 503]
        stage.screen.phase = .ready
        stage.screen.address = place.filter { $0.value != defaults[$0.key] }
        if let id = text("id", of: place) { drawAnimal(id) } else { drawList() }
    }

    private func text(_ name: String, of place: [String: FieldValue]) -> String? { place[name].map { "\($0)" } }

    private func verify(_ place: [String: FieldValue]) throws {
        let words = text("search", of: place)?.split(separator: " ") ?? []
        if words.count > 8 { throw InputRefused(HerdFeature.search, "expected at most 8 words, got \(words.count)") }
    }

    private func drawAnimal(_ id: String) {
        var options = stage.screen.address ?? [:]
        options["id"] = nil
        stage.screen.title = animals.first { $0.id == id }?.name ?? "Animal \(id)"
        stage.screen.up = FeatureLink(feature: "herd", options: options, title: "Herd")
        stage.screen.elements = [.text(id: "about", "An animal of the herd.")]
        stage.screen.buttons = []
    }

    private func drawList() {
        let words = text("search", of: place)?.lowercased().split(separator: " ") ?? []
        let isDescending = place["descending"] == true
        var found = animals.filter { animal in
            let text = "\(animal.name) \(animal.breed)".lowercased()
            let isOfBreed = place["breed"].map { $0 == .text(animal.breed) } ?? true
            return isOfBreed && words.allSatisfy { text.contains($0) }
        }
        switch text("order", of: place) {
        case "name": found.sort { $0.name < $1.name }
        case "age": found.sort { $0.age < $1.age }
        default: break
        }
        if isDescending { found.reverse() }
        stage.screen.title = "Herd"
        stage.screen.up = nil
        stage.screen.elements = [.form(form), list(of: found, isDescending: isDescending)]
        stage.screen.buttons = [Button(HerdFeature.adopt)]
    }

    private var form: FormElement {
        FormElement(
            id: "browse", of: HerdFeature.browse, values: place.filter { $0.key != "size" && $0.key != "id" },
            submits: .change)
    }

    private func list(of found: [Animal], isDescending: Bool) -> Element {
        let order = text("order", of: place)
        func column(_ name: String, _ content: ListElement.Column.Content, _ kind: FieldKind?) -> ListElement.Column {
            let reverses = order == name && !isDescending
            return ListElement.Column(
                content, title: name.capitalized, kind: kind,
                sort: Button(
                    HerdFeature.browse, title: "Sort",
                    arguments: ["order": .text(name), "descending": .boolean(reverses)]),
                sorted: order == name ? isDescending ? .down : .up : nil)
        }
        let rows = found.prefix(shown).map { animal in
            var options = stage.screen.address ?? [:]
            options["id"] = .text(animal.id)
            return Row(
                id: animal.id, title: animal.name, values: ["breed": .text(animal.breed), "age": .integer(animal.age)],
                buttons: [Button(HerdFeature.groom, arguments: ["id": .text(animal.id)])],
                opens: FeatureLink(feature: "herd", options: options))
        }
        return .list(
            id: "animals", rows: rows,
            columns: [
                column("name", .title, nil), .init(name: "breed", title: "Breed"),
                column("age", .value("age"), .integer),
            ],
            more: found.count > shown ? Button(HerdFeature.more) : nil,
            total: found.count > 10_000 ? .init(10_000, exact: false) : .init(found.count),
            hint: found.isEmpty ? "No animal matches." : nil)
    }
}
