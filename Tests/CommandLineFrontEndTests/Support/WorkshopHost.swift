import CommandLineFrontEnd
import FeatureKit

/// A host with one feature, which has fields of several lines, sliders, lists, secrets and a required option.
enum WorkshopHost: CommandLineHost {
    static let name = "workshops"
    static let version = "0"
    static let summary = "Takes orders."

    static func registry() throws -> FeatureRegistry {
        try FeatureRegistry([WorkshopFeature()])
    }
}

/// A feature that shows the arguments of its only action.
struct WorkshopFeature: Feature {
    enum Label: String, CaseIterable, FieldType { case red = "Red", green = "Green", blue = "Blue" }

    static let site = Field<String>("site", "Site", length: 1...20)
    static let zones = Field<[String]>("zones", "Zones", length: 1...9, default: [])
    static let note = Field<String>("note", "Note", length: 0...200, lines: 1...4)
    static let volume = Field<Int>("volume", "Volume", range: 0...100, step: 5, slider: true)
    static let share = Field<Double>("share", "Share", range: 0...1, step: 0.1, slider: true, default: 0)
    static let tags = Field<[String]>("tags", "Tags", count: 0...3, length: 1...20)
    static let labels = Field<[Label]>("labels", "Labels")
    static let password = Field<Secret?>("password", "Password", length: 4...40)
    static let order = Action("order", "Order", fields: note, volume, share, tags, labels, password)
    static let manifest = FeatureManifest(
        id: "workshop", title: "Workshop", summary: "Takes orders.", options: [site, zones], actions: order)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let place = "\(try options[Self.site]): \(try options[Self.zones].joined(separator: "+"))"
        let buttons = [
            Button(Self.order),
            Button(
                Self.order, title: "Again",
                arguments: ["tags": .texts(["x", "y z"]), "password": .secret(Secret("hunter2"))]),
        ]
        return Scene(
            owning: stage,
            start: {
                stage.screen = Screen(
                    title: "Workshop", phase: .ready, elements: [.text(id: "place", place)], buttons: buttons)
            }
        ).on(Self.order) { input in
            let words = [
                try input[Self.note].replacing("\n", with: "/"), "\(try input[Self.volume])",
                "\(try input[Self.share])",
                try input[Self.tags].joined(separator: "+"),
                try input[Self.labels].map(\.rawValue).joined(separator: "+"),
                "\(try input[Self.password]?.text.count ?? 0)",
            ]
            stage.screen.elements = [.text(id: "order", words.joined(separator: " | "))]
        }
    }
}
