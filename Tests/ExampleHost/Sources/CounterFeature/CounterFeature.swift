public import FeatureKit

/// Counts how often its button is pressed: the task "Counter" of 7GUIs.
public struct CounterFeature: Feature {
    static let count = Action("count", "Count")

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "counter", title: "Counter", summary: "Counts how often its button is pressed.", actions: count)

    /// Creates the feature.
    public init() {}

    /// Creates and connects the presenter and the view of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = CounterPresenter()
        let view = CounterScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.show).on(Self.count) { _ in presenter.count() }
    }
}
