import FeatureKit

/// A feature with a field of each special kind, such as lists and secrets, and with a required option.
struct WorkshopFeature: Feature {
    enum Label: String, CaseIterable, FieldType { case red = "Red", green = "Green", blue = "Blue" }

    static let site = Field<String>("site", "Site", length: 1...20)
    static let zones = Field<[String]>("zones", "Zones", length: 1...9, default: [])
    static let note = Field<String>("note", "Note", length: 0...200, lines: 1...4)
    static let volume = Field<Int>("volume", "Volume", range: 0...100, step: 5, slider: true)
    static let share = Field<Double?>("share", "Share", range: 0...1, step: 0.1)
    static let due = Field<Instant>("due", "Due")
    static let tags = Field<[String]>("tags", "Tags", count: 0...3, length: 1...20)
    static let labels = Field<[Label]>("labels", "Labels")
    static let password = Field<Secret?>("password", "Password", length: 4...40)
    static let order = Action("order", "Order", fields: note, volume, share, due, tags, labels, password)
    static let manifest = FeatureManifest(
        id: "workshop", title: "Workshop", summary: "Takes orders.", options: [site, zones], actions: order)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let place = "\(try options[Self.site]): \(try options[Self.zones].joined(separator: "+"))"
        let start = {
            stage.screen = Screen(
                title: "Workshop", phase: .ready, elements: [.text(id: "place", place)],
                buttons: [Button(Self.order)])
        }
        return Scene(owning: stage, start: start).on(Self.order) { input in
            let secret = try input[Self.password]
            let items: [(String, String)] = [
                ("note", try input[Self.note]), ("volume", "\(try input[Self.volume])"),
                ("due", "\(try input[Self.due])"), ("tags", try input[Self.tags].joined(separator: "|")),
                ("labels", try input[Self.labels].map(\.rawValue).joined(separator: "|")),
                ("secret", "\(secret.map { $0.text.count } ?? 0)"),
            ]
            stage.screen.elements =
                items.map { .text(id: $0, $1) }
                + [.list(id: "rows", rows: [Row(id: "1", title: "Last", values: input.values)])]
        }
    }
}
