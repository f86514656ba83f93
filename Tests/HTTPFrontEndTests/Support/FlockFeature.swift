import FeatureKit

/// A feature with a list that a person searches and sorts in one session.
///
/// Its action and its fields have other names than those of `RecordBrowsing`, but the same roles.
struct FlockFeature: Feature {
    enum Order: String, FieldType, CaseIterable { case name, age }

    static let search = Field<String?>("words", "Search", length: 1...200).role(.search)
    static let order = Field<Order?>("by", "Order").role(.order)
    static let descending = Field<Bool>("backwards", "Descending", default: false).role(.descending)
    static let shorn = Field<Bool>("shorn", "Shorn", default: false).role(.filter)
    static let lively = Field<Bool>("lively", "Lively", default: true).role(.filter)
    static let id = Field<String?>("id", "Sheep", length: 1...20).role(.row)
    static let meadow = Field<String?>("meadow", "Meadow", length: 1...40)

    static let browse = Action("find", "Find", effect: .shows, fields: search, order, descending, shorn, lively, id)
    static let manifest = FeatureManifest(
        id: "flock", title: "Flock", summary: "Finds sheep.",
        options: [search, order, descending, shorn, lively, id, meadow], actions: browse)
    static let browsed: Set<String> = ["words", "by", "backwards", "shorn", "lively", "id"]

    func launch(on stage: Stage, options: Options) throws -> Scene {
        var place = options.values
        func show() {
            stage.screen = Self.screen(at: place)
        }
        try Self.verify(place)
        return Scene(owning: stage, start: { show() })
            .browsing(Self.browse, changing: Self.browsed) { input in
                var next = place
                for name in input.changed { next[name] = input.values[name] }
                try Self.verify(next)
                place = next
                show()
            }
    }

    private static func verify(_ place: [String: FieldValue]) throws {
        if place["words"] == "wolf" { throw InputRefused(search, "this flock has no wolf") }
    }

    /// The screen of a place.
    static func screen(at place: [String: FieldValue]) -> Screen {
        let order = place["by"]
        let isDescending = place["backwards"] == true
        func column(_ name: String, enabled: Bool = true) -> ListElement.Column {
            let arguments: [String: FieldValue] = [
                "by": .text(name), "backwards": .boolean(order == .text(name) && !isDescending),
            ]
            return ListElement.Column(
                name: name, title: name, sort: Button(browse, title: "Sort", arguments: arguments, enabled: enabled),
                sorted: order == .text(name) ? isDescending ? .down : .up : nil)
        }
        var screen = Screen(title: "Flock", phase: .ready)
        screen.elements = [
            .form(
                FormElement(
                    id: "browse", of: browse, values: place.filter { browsed.contains($0.key) }, submits: .change)),
            .list(
                id: "sheep", rows: [Row(id: "1", title: "Dolly", values: ["name": "Dolly", "age": 6])],
                columns: [column("name"), column("age"), column("wool", enabled: false)], total: .init(503)),
        ]
        let defaults: [String: FieldValue] = ["backwards": false, "shorn": false, "lively": true]
        screen.address = place.filter { $0.value != defaults[$0.key] }
        return screen
    }
}
