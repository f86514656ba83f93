public import FeatureKit
public import FeatureStorage

/// The people of a roster.
public struct UserFeature: Feature {
    static let roster = Field<Roster>("roster", "Roster", default: .grid, help: "Whose people are listed.")
    static let refresh = Action("refresh", "Refresh")

    /// What the feature says of itself.
    public static let manifest = FeatureManifest(
        id: "user", title: "Users", summary: "Lists the people of a roster.",
        options: [roster, RecordSource.option, RecordSource.latencyOption], actions: refresh)

    private let makeService: @Sendable (Options) throws -> any UserService

    /// Creates the feature with what makes a service for a launch's options.
    public init(makeService: @escaping @Sendable (Options) throws -> any UserService) {
        self.makeService = makeService
    }

    /// Creates the feature with people loaded from where the options say.
    public init(files: any RecordFileOpener, clock: any Clock<Duration> = ContinuousClock()) {
        self.init { options in try LoadedUserService(options: options, files: files, clock: clock) }
    }

    /// Wires presenter, view and service together.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = UserPresenter(service: try makeService(options))
        let view = UserScreen(stage: stage, roster: try options[Self.roster])
        presenter.attach(view)
        return Scene(owning: view, start: presenter.showUsers, as: Self.refresh)
            .on(Self.refresh, overlap: .cancelPrevious) { _ in await presenter.showUsers() }
    }
}
