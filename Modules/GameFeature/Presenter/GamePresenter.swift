/// Holds a game ready and starts it.
public final class GamePresenter {
    private let service: any GameService
    private weak var view: (any GameView)?
    private var game: Game?

    /// Creates a presenter without a view.
    public init(service: any GameService) {
        self.service = service
    }

    /// Attaches the view that is told from now on; the presenter does not keep it alive.
    public func attach(_ view: any GameView) {
        self.view = view
    }

    /// Detaches the view: nobody is told from now on.
    public func detach() {
        view = nil
    }

    /// Loads the game, which stays paused.
    public func loadGame() async {
        do {
            game = try await service.game()
        } catch is CancellationError {
            // Whoever cancelled shows something else.
        } catch {
            view?.showFailure("The game could not be loaded: \(error)")
        }
    }

    /// Starts the game; one that could not be loaded is loaded now.
    public func startGame() async throws {
        let game = if let game { game } else { try await service.game() }
        self.game = game
        view?.updateGame(GameViewData(game))
    }
}
