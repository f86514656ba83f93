import FeatureKit
import FeatureTesting
import Synchronization
import Testing

/// What a viewer gets when more than one reads it, when it leaves, and when its session does.
@Suite(.timeLimit(.minutes(5))) struct ViewerTests {
    @Test func `of two who read one viewer the earlier ends, and its cancellation takes nothing from the later`()
        async throws
    {
        try await withProbe { session in
            let viewer = try await session.attach()
            _ = await viewer.next()
            let earlier = Task<Viewer.Event?, Never>.immediate { await viewer.next() }
            let later = Task<Viewer.Event?, Never>.immediate { await viewer.next() }
            earlier.cancel()
            #expect(await earlier.value == nil)
            let answer = try await session.perform("first")
            #expect(await later.value == .frame(answer.frame))
        }
    }

    @Test func `a notice waits for the next viewer when the last one has just detached`() async throws {
        let viewers = Mutex<[Viewer]>([])
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            viewers.withLock { $0.forEach { $0.detach() } }
            presenter.view?.stage.announce(Notice("saved"))
        }
        try await withProbe(behaviour) { session in
            let viewer = try await session.attach()
            viewers.withLock { $0 = [viewer] }
            _ = try await session.perform("first")
            #expect(await session.takeNotices() == [Notice("saved")])
            #expect(await eventually { await session.viewerCount == 0 })
        }
    }

    @Test func `a recorder keeps every notice`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            for number in 1...100 { presenter.view?.stage.announce(Notice("\(number)")) }
        }
        try await withProbe(behaviour) { session in
            let viewer = try await session.attachRecorder()
            _ = try await session.perform("first")
            await session.close()
            #expect(await viewer.notices() == (1...100).map(String.init))
        }
    }

    @Test func `viewers end with a session that was let go without being closed`() async throws {
        var session: Session? = try await Session(ProbeFeature())
        let viewer = try await session?.attach()
        _ = await viewer?.next()
        session = nil
        #expect(await viewer?.next() == nil)
    }
}

extension Viewer {
    /// What comes until the session closes.
    func events() async -> [Event] {
        var events: [Event] = []
        while let event = await next() { events.append(event) }
        return events
    }
}

extension [Viewer.Event] {
    /// The frames among the events.
    var frames: [Frame] {
        compactMap { if case .frame(let frame) = $0 { frame } else { nil } }
    }

    /// The texts of the notices among the events.
    var notices: [String] {
        compactMap { if case .notice(let notice) = $0 { notice.text } else { nil } }
    }
}
