import FeatureKit

/// A feature with an action for keepers, which says who has performed it.
struct KnockFeature: Feature {
    static let knock = Action("knock", "Knock")
    static let unlock = Action("unlock", "Unlock", for: .role("keeper"))
    static let manifest = FeatureManifest(
        id: "vault", title: "Vault", summary: "Keeps things safe.", actions: knock, unlock)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        Scene(
            owning: stage,
            start: {
                stage.screen.phase = .ready
                stage.screen.buttons = [Button(Self.knock), Button(Self.unlock)]
            }
        )
        .on(Self.knock) { stage.announce(Notice("\($0.person?.name ?? "Nobody") knocked")) }
        .on(Self.unlock) { stage.announce(Notice("\($0.person?.name ?? "Nobody") unlocked")) }
    }
}
