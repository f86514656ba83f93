import FeatureKit

/// Implements ``GameView`` by drawing on a stage.
final class GameScreen: GameView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Game"
        showPaused()
    }

    func showPaused() {
        stage.screen.phase = .ready
        stage.screen.tone = .plain
        stage.screen.elements = [.text(id: "game", "Paused", style: .headline)]
        offerPause(false)
    }

    func updateGame(_ game: GameViewData) {
        stage.screen.phase = .ready
        stage.screen.tone = .accent
        stage.screen.elements = [.text(id: "game", game.name, style: .headline)]
        offerPause(true)
    }

    func showFailure(_ message: String) {
        stage.screen.phase = .failed(message, retry: GameFeature.start)
    }

    private func offerPause(_ isRunning: Bool) {
        stage.screen.buttons = [
            Button(GameFeature.start, role: .primary), Button(GameFeature.pause, enabled: isRunning),
        ]
    }
}
