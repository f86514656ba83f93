import FeatureKit
import FeatureTesting

/// A feature with an action that runs until another action stops it.
struct SirenFeature: Feature {
    static let wail = Action("wail", "Wail")
    static let hum = Action("hum", "Hum")
    static let stop = Action("stop", "Stop")
    static let manifest = FeatureManifest(id: "siren", title: "Siren", summary: "Wails.", actions: wail, hum, stop)

    var latch = Latch()

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let latch = latch
        return Scene(owning: stage, start: { stage.screen.phase = .ready })
            .on(Self.wail) { _ in await latch.wait() }
            .on(Self.hum, overlap: .alongside) { _ in await latch.wait() }
            .on(Self.stop, overlap: .alongside) { _ in latch.open() }
    }
}
