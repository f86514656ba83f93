import FeatureTesting
import GameFeature
import Testing

/// The recording view of the feature.
final class RecordingGameView: RecordingView<RecordingGameView.Call>, GameView {
    enum Call: Equatable {
        case updateGame(GameViewData)
        case showPaused
        case showFailure(String)
    }

    func updateGame(_ game: GameViewData) { record(.updateGame(game)) }
    func showPaused() { record(.showPaused) }
    func showFailure(_ message: String) { record(.showFailure(message)) }
}

/// A service whose answers the test sets.
struct StubGameService: GameService {
    let load = Stub<GameTitle, Game>(returning: Game.sample)

    func game(_ title: GameTitle) async throws -> Game { try await load(title) }
}

struct OutOfOrder: Error, CustomStringConvertible {
    let description = "the machine is out of order"
}

@Suite(.timeLimit(.minutes(5))) struct GamePresenterTests {
    let view = RecordingGameView()
    let service = StubGameService()

    private func presenter() -> GamePresenter {
        let presenter = GamePresenter(service: service)
        presenter.attach(view)
        return presenter
    }

    @Test func `a loaded game stays paused until a person starts it`() async throws {
        let presenter = presenter()
        await presenter.loadGame()
        #expect(view.calls == [])
        try await presenter.startGame()
        #expect(view.calls == [.updateGame(GameViewData(Game.sample))])
        #expect(GameViewData(Game.sample).name == "Space Invaders")
    }

    @Test func `the view shows a failure if the service fails`() async {
        service.load.fails(with: OutOfOrder())
        await presenter().loadGame()
        #expect(view.calls == [.showFailure("The game could not be loaded: the machine is out of order")])
    }

    @Test func `starting a game that fails to load throws and shows no game`() async {
        service.load.fails(with: OutOfOrder())
        let presenter = presenter()
        await presenter.loadGame()
        _ = view.takeCalls()
        await #expect(throws: OutOfOrder.self) { try await presenter.startGame() }
        #expect(view.calls == [])
    }

    @Test func `the chosen game starts, and a start without a choice starts the default game`() async throws {
        let presenter = GamePresenter(service: SampleGameService())
        presenter.attach(view)
        await presenter.loadGame()
        try await presenter.startGame(.pong)
        await presenter.pauseGame()
        try await presenter.startGame()
        let names = view.calls.map { if case .updateGame(let game) = $0 { game.name } else { "\($0)" } }
        #expect(names == ["Pong", "showPaused", "Space Invaders"])
    }

    @Test func `the service has a game for each title`() async throws {
        for title in GameTitle.allCases {
            let game = try await SampleGameService().game(title)
            #expect(game.name == title.rawValue)
        }
    }

    @Test func `the presenter does not call a detached view`() async throws {
        let presenter = presenter()
        presenter.detach()
        await presenter.loadGame()
        try await presenter.startGame()
        #expect(view.calls == [])
    }

    @Test func `the presenter does not retain its view`() {
        let presenter = GamePresenter(service: service)
        weak var weakView: RecordingGameView?
        do {
            let view = RecordingGameView()
            presenter.attach(view)
            weakView = view
        }
        #expect(weakView == nil)
    }
}
