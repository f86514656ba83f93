import FeatureKit
import FeatureTesting
import Synchronization

/// A feature whose presenter runs the closures of a test.
struct ProbeFeature: Feature {
    static let count = Field<Int>("count", "Count", range: 0...10)
    static let note = Field<String?>("note", "Note", length: 1...5)
    static let first = Action("first", "First")
    static let second = Action("second", "Second")
    static let set = Action("set", "Set", fields: count, note)
    static let limit = Field<Int>("limit", "Limit", range: 1...9, default: 3)
    static let manifest = FeatureManifest(
        id: "probe", title: "Probe", summary: "Runs the closures of a test.", options: [limit],
        actions: first, second, set)

    var behaviour = Behaviour()

    struct Behaviour: Sendable {
        var start: @Sendable (ProbePresenter) async throws -> Void = { $0.view?.show("started") }
        var first: @Sendable (ProbePresenter) async throws -> Void = { $0.view?.show("first") }
        var second: @Sendable (ProbePresenter) async throws -> Void = { $0.view?.show("second") }
        var set: @Sendable (ProbePresenter, Input) async throws -> Void = { $0.view?.show("\($1.values)") }
        var change: @Sendable (ProbePresenter, Int) async throws -> Void = { $0.view?.show("change \($1)") }
        var firstOverlap = Overlap.inOrder
        var secondOverlap = Overlap.inOrder
        var startsAsFirst = false
        var changes: AsyncStream<Int>?
        var feed: ChangeFeed<Int>?
        var born: @Sendable (ProbePresenter, ProbeScreen, Scene) -> Void = { _, _, _ in }
    }

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = ProbePresenter()
        let view = ProbeScreen(stage: stage)
        presenter.view = view
        let behaviour = behaviour
        let scene = Scene(
            owning: view, start: { try await behaviour.start(presenter) },
            as: behaviour.startsAsFirst ? Self.first : nil
        )
        .on(Self.first, overlap: behaviour.firstOverlap) { _ in try await behaviour.first(presenter) }
        .on(Self.second, overlap: behaviour.secondOverlap) { _ in try await behaviour.second(presenter) }
        .on(Self.set) { input in try await behaviour.set(presenter, input) }
        if let changes = behaviour.changes {
            scene.following(changes) { change in try await behaviour.change(presenter, change) }
        }
        scene.following(behaviour.feed) { change in try await behaviour.change(presenter, change) }
        behaviour.born(presenter, view, scene)
        return scene
    }
}

/// The ways in which a probe follows changes.
enum Following: CaseIterable {
    case sequence, feed
}

extension ProbeFeature.Behaviour {
    /// Makes the probe follow changes.
    ///
    /// Returns the closure that sends changes.
    mutating func follow(_ following: Following) -> @Sendable (Int) -> Void {
        switch following {
        case .sequence:
            let (changes, source) = AsyncStream<Int>.makeStream()
            self.changes = changes
            return { source.yield($0) }
        case .feed:
            let (feed, source) = ChangeFeed<Int>.make(limit: 100, missed: 0) {}
            self.feed = feed
            return { source.send([$0]) }
        }
    }
}

final class ProbePresenter {
    weak var view: ProbeScreen?
}

final class ProbeScreen {
    let stage: Stage

    init(stage: Stage) {
        self.stage = stage
    }

    /// Shows one text, with the phase `ready`.
    func show(_ text: String) {
        stage.screen.phase = .ready
        stage.screen.elements = [.text(id: "text", text)]
    }

    func load() {
        stage.screen.phase = .loading
    }
}

extension Screen {
    /// The text on the screen of a probe.
    var text: String? {
        guard case .text(let text) = elements.first else { return nil }
        return text.text
    }
}

/// Leaves the session's actor, suspends, and returns to the actor.
@concurrent func elsewhere() async { await Task.yield() }

/// Records entries from several tasks.
final class Log: Sendable {
    private let state = Mutex<[String]>([])

    var entries: [String] { state.withLock { $0 } }

    func add(_ entry: String) {
        state.withLock { $0.append(entry) }
    }
}

/// Launches and starts a probe, and closes it afterwards.
///
/// By the clock of the probe no call takes long, however busy the machine is, unless the test moves the clock.
func withProbe(
    _ behaviour: ProbeFeature.Behaviour = .init(), clock: any Clock<Duration> = ManualClock(),
    _ body: (Session) async throws -> Void
) async throws {
    try await withSession(of: ProbeFeature(behaviour: behaviour), clock: clock) { session in
        try await session.start()
        try await body(session)
    }
}
