import FeatureKit

/// A feature with a place for each town.
///
/// A session shows other towns without a launch.
struct TownsFeature: Feature {
    static let town = Field<String?>("town", "Town", length: 1...40)
    static let browse = Action("browse", "Go to a town", effect: .shows, fields: town)
    static let next = Action("next", "Next town")
    static let travel = Action("travel", "Travel", fields: Field<String?>("reason", "Reason", length: 1...40))
    static let leave = Action("leave", "Leave")
    static let manifest = FeatureManifest(
        id: "towns", title: "Towns", summary: "Shows towns.", options: [town], actions: browse, next, travel, leave)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let screen = TownsScreen(stage: stage)
        let town = try options[Self.town]
        return Scene(owning: screen, start: { screen.show(town) })
            .browsing(Self.browse, changing: ["town"]) { screen.show(try $0[Self.town]) }
            .on(Self.next) { _ in screen.show("Bern") }
            .on(Self.travel) { _ in stage.open(FeatureLink(feature: "towns", options: ["town": "Oslo"])) }
            .on(Self.leave) { _ in stage.open(FeatureLink(feature: "names")) }
    }
}

/// Shows all towns, or one town with a link to all towns.
final class TownsScreen {
    private let stage: Stage

    init(stage: Stage) { self.stage = stage }

    func show(_ town: String?) {
        var screen = Screen(title: town ?? "Towns", phase: .ready)
        if town != nil { screen.up = FeatureLink(feature: "towns", title: "All towns") }
        screen.elements = [
            .link(id: "rome", "Visit Rome", opens: FeatureLink(feature: "towns", options: ["town": "Rome"])),
            .link(id: "web", "Atlas", address: "https://example.org/"),
        ]
        screen.buttons = [TownsFeature.next, TownsFeature.travel, TownsFeature.leave].map { Button($0) }
        screen.address = town.map { ["town": .text($0)] } ?? [:]
        stage.screen = screen
    }
}
