import FeatureKit
import FeatureTesting
import GameFeature
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct GameFeatureTests {
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

    @Test func `starting turns Paused into Space Invaders, and the button stays`() async throws {
        try await withScenario(of: GameFeature()) { game in
            await game.expect(paused)
            try await game.start()
            await game.expect { $0.phase = .ready }
            try await game.perform("start")
            await game.expect {
                $0.tone = .accent
                $0.elements = [.text(id: "game", "Space Invaders", style: .headline)]
                $0.buttons = buttons(isRunning: true)
            }
        }
    }

    @Test func `pausing shows Paused again, and a paused game cannot be paused`() async throws {
        try await withSession(of: GameFeature()) { game in
            try await game.start()
            let begun = try await game.settled()
            let error = await #expect(throws: FeatureError.self) { try await game.perform("pause") }
            #expect(error?.code == .disabled)
            let running = try await game.perform("start", ["game": "Pong"]).frame
            #expect(running.screen.elements == [.text(id: "game", "Pong", style: .headline)])
            let paused = try await game.perform("pause").frame
            #expect(paused.screen == begun.screen)
        }
    }

    @Test func `a failing service shows a failure that offers to try again, and trying again can succeed`() async throws
    {
        let isRepaired = Mutex(false)
        let feature = GameFeature { _ in
            StubGameService(load: {
                if isRepaired.withLock({ $0 }) { return Game.sample }
                throw OutOfOrder()
            })
        }
        try await withScenario(of: feature) { game in
            await game.expect(paused)
            try await game.start()
            await game.expect {
                $0.phase = .failed(
                    message: "The game could not be loaded: the machine is out of order",
                    retry: Button(action: "start", title: "Try again"))
            }
            isRepaired.withLock { $0 = true }
            try await game.perform("start")
            await game.expect {
                $0.phase = .ready
                $0.tone = .accent
                $0.elements = [.text(id: "game", "Space Invaders", style: .headline)]
                $0.buttons = buttons(isRunning: true)
            }
        }
    }

    @Test func `it keeps the contract, also when its service fails`() async {
        await FeatureContract(GameFeature()).verify()
        await FeatureContract(GameFeature { _ in StubGameService(load: { throw OutOfOrder() }) }).verifyFailure()
    }
}
