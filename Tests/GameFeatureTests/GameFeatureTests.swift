import FeatureKit
import FeatureTesting
import GameFeature
import Testing

@Suite(.timeLimit(.minutes(5))) struct GameFeatureTests {
    let service = StubGameService()
    /// A feature with a stub service.
    var stubbed: GameFeature { GameFeature { [service] _ in service } }

    private func paused(_ screen: inout Screen) {
        screen.title = "Game"
        screen.elements = [.text(id: "game", "Paused", style: .headline)]
        screen.buttons = buttons(isRunning: false)
    }

    private func buttons(isRunning: Bool) -> [Button] {
        [
            Button(action: "start", title: "Start Game", role: .primary),
            Button(action: "pause", title: "Pause", enabled: isRunning),
        ]
    }

    private func showRunning(_ game: String, on screen: inout Screen) {
        screen.tone = .accent
        screen.elements = [.text(id: "game", game, style: .headline)]
        screen.buttons = buttons(isRunning: true)
    }

    @Test func `starting the game shows Space Invaders instead of Paused and keeps the start button`() async throws {
        try await withScenario(of: GameFeature()) { game in
            await game.expect(paused)
            try await game.start()
            await game.expect { $0.phase = .ready }
            try await game.press("Start Game") { showRunning("Space Invaders", on: &$0) }
        }
    }

    @Test func `a paused game refuses to pause, and pausing a running game restores the paused screen`() async throws {
        try await withScenario(of: GameFeature()) { game in
            try await game.start()
            await game.skipToSettled()
            let paused = game.screen
            let error = await #expect(throws: FeatureError.self) { try await game.perform("pause") }
            #expect(error?.code == .disabled)
            try await game.submit("Start Game", ["game": "Pong"]) { showRunning("Pong", on: &$0) }
            try await game.press("Pause") { $0 = paused }
        }
    }

    @Test func `if the service fails, the screen shows a failure and a retry button that works`() async throws {
        service.load.failsOnce(with: OutOfOrder())
        try await withScenario(of: stubbed) { game in
            await game.expect(paused)
            try await game.start()
            await game.expect {
                $0.phase = .failed(
                    message: "The game could not be loaded: the machine is out of order",
                    retry: Button(action: "start", title: "Try again"))
            }
            try await game.press("Try again") {
                $0.phase = .ready
                showRunning("Space Invaders", on: &$0)
            }
        }
    }

    @Test func `the feature fulfils the contract, even if its service fails`() async {
        await FeatureContract(GameFeature(), limit: .seconds(120)).verify()
        service.load.fails(with: OutOfOrder())
        await FeatureContract(stubbed, limit: .seconds(120)).verifyFailure()
    }
}
