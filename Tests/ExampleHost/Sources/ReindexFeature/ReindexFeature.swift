public import FeatureKit

/// Builds a search index of documents, which takes ten seconds: an example of work that takes long.
public struct ReindexFeature: Feature {
    static let reindex = Action("reindex", "Reindex", isCancellable: true)
    static let add = Action("add", "Add a document")

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "reindex", title: "Reindex", summary: "Builds a search index, which takes ten seconds.",
        actions: reindex, add)

    private let clock: any Clock<Duration>

    /// Creates the feature.
    ///
    /// - Parameter clock: Measures the time that the work takes.
    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// Creates and connects the presenter and the view of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = ReindexPresenter(DocumentIndex(clock: clock))
        let view = ReindexScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.show)
            .on(Self.reindex, overlap: .besideOthers) { try await presenter.reindex(reporting: $1) }
            .on(Self.add) { _ in await presenter.add() }
    }
}
