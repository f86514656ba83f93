import FeatureKit

/// Draws a ``GameView``'s calls on a stage.
final class GameScreen: GameView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Game"
        stage.screen.phase = .ready
        stage.screen.elements = [.text(id: "game", "Paused", style: .headline)]
        stage.screen.buttons = [Button(GameFeature.start, role: .primary)]
    }

    func updateGame(_ game: GameViewData) {
        stage.screen.phase = .ready
        stage.screen.tone = .accent
        stage.screen.elements = [.text(id: "game", game.name, style: .headline)]
    }

    func showFailure(_ message: String) {
        stage.screen.phase = .failed(message: message, retry: Button(GameFeature.start, title: "Try again"))
    }
}
