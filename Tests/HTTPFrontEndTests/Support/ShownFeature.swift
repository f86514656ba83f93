import FeatureKit

/// A feature that shows a given screen, or fails.
struct ShownFeature: Feature {
    struct Mishap: Error, CustomStringConvertible { var description: String { "the roof leaks" } }

    static let manifest = FeatureManifest(
        id: "shown", title: "Shown", summary: "Shows one screen.", actions: press)
    static let press = Action("press", "Press")

    var manifest: FeatureManifest = ShownFeature.manifest
    var screen = Screen(phase: .ready)
    /// The error that the launch throws.
    var launchError: (any Error)?
    /// The error that the start of its session throws.
    var startError: (any Error & Sendable)?

    init(
        _ id: String, screen: Screen = Screen(phase: .ready), launchError: (any Error)? = nil,
        startError: (any Error & Sendable)? = nil
    ) {
        (self.screen, self.launchError, self.startError) = (screen, launchError, startError)
        manifest.id = id
    }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        if let launchError { throw launchError }
        let (screen, startError) = (screen, startError)
        return Scene(
            owning: stage,
            start: {
                if let startError { throw startError }
                stage.screen = screen
            }, as: Self.press
        )
        .on(Self.press) { _ in stage.screen.tone = .accent }
    }
}
