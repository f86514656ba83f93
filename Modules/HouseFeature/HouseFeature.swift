public import FeatureKit
public import FeatureStorage

/// The great houses, their words and their sigils.
public struct HouseFeature: Feature {
    static let refresh = Action("refresh", "Refresh")

    /// What the feature says of itself.
    public static let manifest = FeatureManifest(
        id: "house", title: "Houses", summary: "Lists the great houses and their words.",
        options: [RecordSource.option, RecordSource.latencyOption], actions: refresh)

    private let makeService: @Sendable (Options) throws -> any HouseService

    /// Creates the feature with what makes a service for a launch's options.
    public init(makeService: @escaping @Sendable (Options) throws -> any HouseService) {
        self.makeService = makeService
    }

    /// Creates the feature with houses loaded from where the options say.
    public init(files: any RecordFileOpener, clock: any Clock<Duration> = ContinuousClock()) {
        self.init { options in try LoadedHouseService(options: options, files: files, clock: clock) }
    }

    /// Wires presenter, view and service together.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = HousePresenter(service: try makeService(options))
        let view = HouseScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.showHouses, as: Self.refresh)
            .on(Self.refresh, overlap: .cancelPrevious) { _ in await presenter.showHouses() }
    }
}
