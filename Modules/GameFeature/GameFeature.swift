public import FeatureKit

/// The feature that starts and pauses a video game.
public struct GameFeature: Feature {
    static let game = Field<GameTitle>("game", "Game", default: .spaceInvaders, help: "The game to start.")
    static let start = Action("start", "Start Game", fields: game)
    static let pause = Action("pause", "Pause")

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "game", title: "Game", summary: "Starts and pauses a classic video game.", actions: start, pause)

    private let makeService: @Sendable (Options) throws -> any GameService

    /// Creates the feature with a closure that creates the service for a launch's options.
    public init(makeService: @escaping @Sendable (Options) throws -> any GameService = { _ in SampleGameService() }) {
        self.makeService = makeService
    }

    /// Creates and connects the presenter, the view and the service of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = GamePresenter(service: try makeService(options))
        let view = GameScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.loadGame, as: Self.start)
            .on(Self.start) { input in try await presenter.startGame(input[Self.game]) }
            .on(Self.pause) { _ in await presenter.pauseGame() }
    }
}
