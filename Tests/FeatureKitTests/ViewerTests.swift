import FeatureKit
import FeatureTesting
import Synchronization
import Testing

/// Tests viewers with several readers, detached viewers, and viewers of deallocated sessions.
@Suite(.timeLimit(.minutes(5))) struct ViewerTests {
    @Test func `a second reader ends the first reader, and cancelling the first reader loses no event`()
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

    @Test func `a notice waits for the next viewer if the last viewer has just detached`() async throws {
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

    @Test func `a viewer with a closure gets each event before the action ends, and buffers no events`() async throws {
        let events = Mutex<[Viewer.Event]>([])
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            presenter.view?.show("first")
            presenter.view?.stage.announce(Notice("saved"))
        }
        try await withProbe(behaviour) { session in
            let viewer = try await session.attach(calling: { event in events.withLock { $0.append(event) } })
            let before = await session.frame
            let answer = try await session.perform("first")
            #expect(Set(events.withLock(\.self)) == [.frame(before), .notice(Notice("saved")), .frame(answer.frame)])
            #expect(events.withLock(\.frames) == [before, answer.frame])
            await session.close()
            #expect(await viewer.next() == nil)
        }
    }

    @Test func `a viewer with a closure gets the notices that waited for a first viewer`() async throws {
        let events = Mutex<[Viewer.Event]>([])
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { $0.view?.stage.announce(Notice("saved")) }
        try await withProbe(behaviour) { session in
            _ = try await session.perform("first")
            let frame = await session.frame
            let viewer = try await session.attach(calling: { event in events.withLock { $0.append(event) } })
            #expect(events.withLock(\.self) == [.frame(frame), .notice(Notice("saved"))])
            viewer.detach()
            _ = try await session.perform("first")
            #expect(events.withLock(\.count) == 2)
        }
    }

    @Test func `a viewer ends when its session is deallocated without being closed`() async throws {
        var session: Session? = try await Session(ProbeFeature())
        let viewer = try await session?.attach()
        _ = await viewer?.next()
        session = nil
        #expect(await viewer?.next() == nil)
    }
}

extension Viewer {
    /// Returns all events until the session closes.
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
