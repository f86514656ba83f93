import FeatureKit
import FeatureTesting
import Synchronization
import Testing

/// Tests the stage before the start, from outside the session, and after a fault.
@Suite(.timeLimit(.minutes(5))) struct SessionStageTests {
    @Test func `a launch may draw a screen, which stays loading, and may announce notices, which wait`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.start = { _ in }
        behaviour.born = { _, view, _ in
            view.show("at launch")
            view.stage.announce(Notice("hello"))
        }
        try await withSession(of: ProbeFeature(behaviour: behaviour)) { session in
            let viewer = try await session.attachRecorder()
            try await session.start()
            _ = try await session.perform("first")
            await session.close()
            let events = await viewer.events()
            #expect(events.frames.map(\.screen.phase) == [.loading, .ready, .ready])
            #expect(events.frames.map(\.screen.text) == ["at launch", "at launch", "first"])
            #expect(events.notices == ["hello"])
        }
    }

    @Test func `a draw from outside the session is detected even after a legal draw in the same turn`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            presenter.view?.show("inside")
            await SmuggledView(presenter.view).use { $0.show("from outside") }
        }
        for _ in 0..<100 {
            try await withProbe(behaviour) { session in
                await expectError(.featureFault) { try await session.perform("first") }
                #expect(await session.frame.screen.text == "inside")
            }
        }
    }

    @Test func `code outside the session reads the last frame from the stage and fails the session`() async throws {
        let log = Log()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            presenter.view?.show("uncommitted")
            await SmuggledView(presenter.view).use { log.add($0.stage.screen.title) }
        }
        behaviour.start = { $0.view?.stage.screen.title = "committed" }
        try await withProbe(behaviour) { session in
            await expectError(.featureFault) { try await session.perform("first") }
        }
        #expect(log.entries == ["committed"])
    }

    @Test func `using the stage while the session is deallocated does no harm`() async throws {
        let views = Mutex<[SmuggledView]>([])
        var behaviour = ProbeFeature.Behaviour()
        behaviour.start = { presenter in
            presenter.view?.show("started")
            views.withLock { $0.append(SmuggledView(presenter.view)) }
        }
        for _ in 0..<300 {
            var session: Session? = try await Session(ProbeFeature(behaviour: behaviour))
            try await session?.start()
            _ = try await session?.settled(within: .seconds(30))
            let view = try #require(views.withLock { $0.popLast() })
            let stray = Task { for _ in 0..<20 { await view.use { _ = $0.stage.screen } } }
            session = nil
            await stray.value
        }
    }

    @Test func `a notice from outside the session fails the session and reaches no viewer`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            await SmuggledView(presenter.view).use { $0.stage.announce(Notice("from outside")) }
        }
        try await withProbe(behaviour) { session in
            await expectError(.featureFault) { try await session.perform("first") }
            #expect(await session.takeNotices() == [])
        }
    }

    @Test func `a failed session settles and makes no new frames`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            await SmuggledView(presenter.view).use { $0.show("from outside") }
            await latch.wait()
            presenter.view?.show("inside")
            presenter.view?.stage.announce(Notice("inside"))
        }
        try await withProbe(behaviour) { session in
            let call = Task { try await session.perform("first") }
            await latch.arrival()
            let settled = try await session.settled()
            #expect(settled.screen.phase.isFailed)
            latch.open()
            await expectError(.featureFault) { try await call.value }
            #expect(try await session.settled() == settled)
            #expect(await session.takeNotices() == [])
        }
    }

    /// An actor runs its jobs by priority, so the commit needs a higher priority than the presenter.
    @Test func `two turns make two frames even if the second turn resumes at once with high priority`() async throws {
        let highest = TaskPriority(rawValue: 0x21)
        for _ in 0..<20 {
            let frames = try await Task(priority: highest) { try await framesOfTwoTurns(at: highest) }.value
            #expect(frames.map(\.screen.text) == ["started", "one", "two"])
        }
    }

    /// Returns the frames of a session in which one action draws in two turns.
    ///
    /// Another action resumes the second turn as soon as the first turn ends.
    private func framesOfTwoTurns(at priority: TaskPriority) async throws -> [Frame] {
        let (held, there, end) = (Held(), Latch(), Latch())
        var behaviour = ProbeFeature.Behaviour()
        behaviour.firstOverlap = .alongside
        behaviour.first = { presenter in
            there.open()
            await presenter.suspend { held.first = $0 }
            held.second?.resume()
            presenter.beBusy()
            await end.wait()
        }
        behaviour.second = { presenter in
            held.first?.resume()
            presenter.view?.show("one")
            presenter.beBusy()
            await presenter.suspend { held.second = $0 }
            presenter.view?.show("two")
            end.open()
        }
        return try await withSession(of: ProbeFeature(behaviour: behaviour)) { session in
            try await session.start()
            _ = try await session.settled()
            let viewer = try await session.attachRecorder()
            let first = Task(priority: priority) { try await session.perform("first") }
            await there.wait()
            _ = try await session.perform("second")
            _ = try await first.value
            await session.close()
            return await viewer.events().frames
        }
    }
}

/// Suspends and resumes two pieces of work of one session.
private final class Held: @unchecked Sendable {  // written and read on the session, one after the other
    var first: CheckedContinuation<Void, Never>?
    var second: CheckedContinuation<Void, Never>?
}

extension ProbePresenter {
    /// Suspends until it is resumed.
    fileprivate func suspend(_ body: (CheckedContinuation<Void, Never>) -> Void) async {
        await withCheckedContinuation(body)
    }

    /// Blocks the session until the queue of its actor contains the resumed work.
    fileprivate func beBusy() {
        for _ in 0..<1000 { _ = view?.stage.screen }
    }
}

/// Passes a view to code outside its session.
struct SmuggledView: @unchecked Sendable {  // the fault under test
    private let view: ProbeScreen?

    init(_ view: ProbeScreen?) {
        self.view = view
    }

    /// Leaves the session and uses the view.
    @concurrent func use(_ body: @Sendable (ProbeScreen) -> Void) async {
        if let view { body(view) }
    }
}
