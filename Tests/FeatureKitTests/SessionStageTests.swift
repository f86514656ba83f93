import FeatureKit
import FeatureTesting
import Synchronization
import Testing

/// What a stage shows before the start, from outside the session and after that has failed it.
@Suite(.timeLimit(.minutes(5))) struct SessionStageTests {
    @Test func `what the launch draws is loading before the start, what it announces waits`() async throws {
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

    @Test func `a draw from outside is found out though the same turn has drawn inside`() async throws {
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

    @Test func `who reads from outside sees the last frame, and fails the session too`() async throws {
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

    @Test func `a stray use that comes while the session goes does no harm`() async throws {
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

    @Test func `who announces from outside fails the session, and nobody hears it`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            await SmuggledView(presenter.view).use { $0.stage.announce(Notice("from outside")) }
        }
        try await withProbe(behaviour) { session in
            await expectError(.featureFault) { try await session.perform("first") }
            #expect(await session.takeNotices() == [])
        }
    }

    @Test func `a session that failed for it shows nothing else any more, and settles so`() async throws {
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

    /// The queue of an actor is in order of priority, so the frame must be above whatever the presenter runs at.
    @Test func `turns stay apart though another resumes them at once, at the highest priority`() async throws {
        let highest = TaskPriority(rawValue: 0x21)
        for _ in 0..<20 {
            let frames = try await Task(priority: highest) { try await framesOfTwoTurns(at: highest) }.value
            #expect(frames.map(\.screen.text) == ["started", "one", "two"])
        }
    }

    /// Draws in two turns, with another work that resumes the second as soon as the first is over.
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

/// What two works of a session wait by.
private final class Held: @unchecked Sendable {  // written and read on the session, one after the other
    var first: CheckedContinuation<Void, Never>?
    var second: CheckedContinuation<Void, Never>?
}

extension ProbePresenter {
    /// Suspends until somebody resumes it.
    fileprivate func suspend(_ body: (CheckedContinuation<Void, Never>) -> Void) async {
        await withCheckedContinuation(body)
    }

    /// Keeps the session until those who were resumed stand in its queue.
    fileprivate func beBusy() {
        for _ in 0..<1000 { _ = view?.stage.screen }
    }
}

/// Takes a view where it must not go.
struct SmuggledView: @unchecked Sendable {  // the fault that its tests are about
    private let view: ProbeScreen?

    init(_ view: ProbeScreen?) {
        self.view = view
    }

    /// Leaves the session and uses the view there.
    @concurrent func use(_ body: @Sendable (ProbeScreen) -> Void) async {
        if let view { body(view) }
    }
}
