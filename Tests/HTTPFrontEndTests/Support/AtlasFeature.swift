import FeatureKit

/// A feature with a place for each town.
///
/// A session shows other towns, but no other scale.
struct AtlasFeature: Feature {
    static let town = Field<String?>("town", "Town", length: 1...40)
    static let scale = Field<Int>("scale", "Scale", range: 1...9, default: 1)
    static let path = Field<String?>("path", "Path", local: true)
    static let browse = Action("browse", "Go to a town", effect: .shows, fields: town)
    static let next = Action("next", "Next town", fields: Field<String?>("note", "Note"))
    static let leave = Action("leave", "Leave", fields: Field<Bool>("far", "Far"))
    static let manifest = FeatureManifest(
        id: "atlas", title: "Atlas", summary: "Shows towns.", options: [town, scale, path], actions: browse, next, leave
    )

    static let links: [Element] = [
        .link(id: "near", "Rome", opens: FeatureLink(feature: "atlas", options: ["town": "Rome"])),
        .link(id: "far", "Big Rome", opens: FeatureLink(feature: "atlas", options: ["town": "Rome", "scale": 2])),
        .link(id: "local", "Local", opens: FeatureLink(feature: "atlas", options: ["path": "/etc/passwd"])),
        .link(id: "file", "File", opens: FeatureLink(feature: "kennel", options: ["source": "/etc/passwd"])),
        .link(id: "other", "Dogs", opens: FeatureLink(feature: "kennel", options: ["source": "empty"])),
        .link(id: "none", "None", opens: FeatureLink(feature: "nowhere")),
        .link(id: "web", "Web", address: "https://example.org/?a=1&b"),
    ]

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let (town, scale) = (try options[Self.town], try options[Self.scale])
        func show(_ town: String?) {
            var address: [String: FieldValue] = ["scale": .integer(scale)]
            var screen = Screen(title: town ?? "Atlas", phase: .ready)
            if let town {
                screen.up = FeatureLink(feature: "atlas", options: address, title: "All towns")
                address["town"] = .text(town)
            } else {
                screen.elements = Self.links
            }
            screen.buttons = [Button(Self.next)]
            screen.address = address
            stage.screen = screen
        }
        return Scene(owning: stage, start: { show(town) })
            .browsing(Self.browse, changing: ["town"]) { show(try $0[Self.town]) }
            .on(Self.next) { _ in show("Bern") }
            .on(Self.leave) { input in
                let isFar = input.values["far"] == true
                stage.open(
                    isFar
                        ? FeatureLink(feature: "kennel", options: ["source": "empty"])
                        : FeatureLink(feature: "atlas", options: ["town": "Oslo"]))
            }
    }
}
