/// Loads, starts and pauses a game.
public final class GamePresenter {
    private let service: any GameService
    private weak var view: (any GameView)?
    private var game: Game?

    /// Creates a presenter that has no view yet.
    public init(service: any GameService) { self.service = service }

    /// Attaches the view.
    ///
    /// The presenter refers to the view weakly.
    public func attach(_ view: any GameView) { self.view = view }

    /// Detaches the view.
    public func detach() { view = nil }

    /// Loads the game without starting it.
    public func loadGame() async {
        do {
            game = try await service.game(.spaceInvaders)
        } catch is CancellationError {
        } catch {
            view?.showFailure("The game could not be loaded: \(error)")
        }
    }

    /// Starts a game.
    ///
    /// Loads the game first if it is not loaded.
    ///
    /// - Parameter title: The title of the game.
    public func startGame(_ title: GameTitle = .spaceInvaders) async throws {
        let game = if let game, game.name == title.rawValue { game } else { try await service.game(title) }
        self.game = game
        view?.updateGame(GameViewData(game))
    }

    /// Pauses the game.
    public func pauseGame() async { view?.showPaused() }
}
