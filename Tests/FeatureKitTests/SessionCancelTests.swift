import FeatureKit
import FeatureTesting
import Testing

/// Tests cancelled work: the error that its caller gets, and the phase of the screen.
@Suite(.timeLimit(.minutes(5))) struct SessionCancelTests {
    struct GivenUp: Error, CustomStringConvertible {
        let description = "given up"
    }

    @Test func `a cancelled action that throws an error ends as superseded`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.firstOverlap = .cancelPrevious
        behaviour.first = { presenter in
            do { try await latch.waitOrCancel() } catch { throw GivenUp() }
            presenter.view?.show("done")
        }
        try await withProbe(behaviour) { session in
            let earlier = Task { try await session.perform("first") }
            await latch.arrival()
            let later = Task { try await session.perform("first") }
            await expectError(.superseded) { try await earlier.value }
            latch.open()
            let answer = try await later.value
            #expect(answer.frame.screen.text == "done")
            #expect(await session.takeNotices() == [])
        }
    }

    @Test func `a cancelled start that throws an error shows no failure`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.startsAsFirst = true
        behaviour.firstOverlap = .cancelPrevious
        behaviour.start = { _ in
            do { try await latch.waitOrCancel() } catch { throw GivenUp() }
        }
        try await withProbe(behaviour) { session in
            let viewer = try await session.attachRecorder()
            await latch.arrival()
            _ = try await session.perform("first")
            await session.close()
            let events = await viewer.events()
            #expect(events.frames.map(\.screen.phase) == [.loading, .ready])
        }
    }

    @Test func `a start that throws CancellationError without being cancelled fails`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.start = { _ in throw CancellationError() }
        try await withProbe(behaviour) { session in
            let settled = try await session.settled(within: .seconds(5))
            #expect(settled.screen.phase == .failed(message: "the operation was cancelled"))
        }
    }

    @Test func `an action that throws CancellationError without being cancelled fails`() async throws {
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { _ in throw CancellationError() }
        try await withProbe(behaviour) { session in
            await #expect(throws: CancellationError.self) { try await session.perform("first") }
            #expect(
                await session.takeNotices() == [Notice("the operation was cancelled", tone: .critical)])
        }
    }

    @Test func `if a load replaces another load and fails, the phase before both loads returns`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.firstOverlap = .cancelPrevious
        behaviour.first = { presenter in
            presenter.view?.load()
            if latch.arrivals == 0 { try await latch.waitOrCancel() } else { throw GivenUp() }
        }
        try await withProbe(behaviour) { session in
            let earlier = Task { try await session.perform("first") }
            await latch.arrival()
            await #expect(throws: GivenUp.self) { try await session.perform("first") }
            await expectError(.superseded) { try await earlier.value }
            let settled = try await session.settled(within: .seconds(5))
            #expect(settled.screen.phase == .ready)
        }
    }

    @Test func `if a load replaces the start and fails, the phase becomes failed`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.startsAsFirst = true
        behaviour.firstOverlap = .cancelPrevious
        behaviour.start = { _ in try await latch.waitOrCancel() }
        behaviour.first = { _ in throw GivenUp() }
        try await withProbe(behaviour) { session in
            await latch.arrival()
            await #expect(throws: GivenUp.self) { try await session.perform("first") }
            let retry = Button(ProbeFeature.first, title: "Try again", role: .primary)
            let settled = try await session.settled(within: .seconds(5))
            #expect(settled.screen.phase == .failed(message: "given up", retry: retry))
        }
    }

    @Test func `if an action alongside a load fails, the phase stays loading until the load ends`() async throws {
        let (load, beside) = (Latch(), Latch())
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { presenter in
            presenter.view?.load()
            await load.wait()
            presenter.view?.show("loaded")
        }
        behaviour.secondOverlap = .alongside
        behaviour.second = { _ in
            await beside.wait()
            throw GivenUp()
        }
        try await withProbe(behaviour) { session in
            _ = try await session.settled()
            let failing = Task { try await session.perform("second") }
            await beside.arrival()
            let loading = Task { try await session.perform("first") }
            await load.arrival()
            beside.open()
            await #expect(throws: GivenUp.self) { try await failing.value }
            #expect(await session.frame.screen.phase == .loading)
            load.open()
            let answer = try await loading.value
            #expect(answer.frame.screen.text == "loaded")
        }
    }

    @Test(arguments: Following.allCases)
    func `if the handler of a change fails while loading, the old phase returns`(following: Following) async throws {
        var behaviour = ProbeFeature.Behaviour()
        let send = behaviour.follow(following)
        behaviour.change = { presenter, _ in
            presenter.view?.load()
            await elsewhere()
            throw GivenUp()
        }
        try await withProbe(behaviour) { session in
            let viewer = try await session.attach()
            send(1)
            while case .frame? = await viewer.next() {}
            let settled = try await session.settled(within: .seconds(5))
            #expect(settled.screen.phase == .ready)
        }
    }

    @Test func `closing the session ends a follower whose sequence ignores cancellation`() async throws {
        let (change, lives) = (Latch(), Lives())
        var behaviour = ProbeFeature.Behaviour()
        behaviour.born = { presenter, view, scene in
            lives.watch(presenter, view, scene)
            scene.following(Stubborn(latches: [change, Latch()])) { _ in presenter.view?.show("changed") }
        }
        let session = try await Session(ProbeFeature(behaviour: behaviour))
        try await session.start()
        await change.arrival()
        await session.close()
        change.open()
        #expect(await eventually { !lives.presenterIsAlive })
        withExtendedLifetime(session) {}
    }
}

/// A sequence that returns a change when a latch opens.
///
/// It ignores cancellation.
private struct Stubborn: AsyncSequence, AsyncIteratorProtocol {
    var latches: [Latch]

    func makeAsyncIterator() -> Stubborn { self }

    mutating func next() async -> Int? { await next(isolation: nil) }

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Never) -> Int? {
        await latches.removeFirst().wait()
        return latches.count
    }
}
