import FeatureKit
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ChangeFeedTests {
    private let (feed, source): (ChangeFeed<Int>, ChangeSource<Int>)
    private let stops = Log()

    init() {
        (feed, source) = ChangeFeed.make(limit: 3, missed: 0) { [stops] in stops.add("stopped") }
    }

    /// Returns all waiting changes.
    private func taken() -> [Int] {
        var changes: [Int] = []
        while let change = feed.takeNow() { changes.append(change) }
        return changes
    }

    @Test func `a feed calls its follower only once until the follower has taken all changes`() {
        let calls = Log()
        feed.whenever { calls.add("called") }
        #expect(calls.entries.isEmpty)
        source.send([1])
        source.send([2])
        #expect(calls.entries.count == 1)
        #expect(taken() == [1, 2])
        #expect(calls.entries.count == 1)
        source.send([3])
        #expect(calls.entries.count == 2)
        #expect(taken() == [3])
    }

    @Test func `a feed calls a new follower if changes are already waiting`() {
        source.send([1])
        let calls = Log()
        feed.whenever { calls.add("called") }
        #expect(calls.entries == ["called"])
    }

    @Test func `a slow follower loses the oldest changes and gets the missed change last`() {
        source.send([1, 2, 3, 4, 5])
        #expect(taken() == [4, 5, 0])
        for number in 1...1000 { source.send([number]) }
        #expect(taken().count == 3)
        source.send([7])
        #expect(taken() == [7])
    }

    @Test func `an iteration waits for changes and ends after the last sent change`() async {
        let seen = Task { await feed.reduce(into: []) { $0.append($1) } }
        source.send([1])
        source.send([2])
        source.finish()
        source.send([3])
        #expect(await seen.value == [1, 2])
    }

    @Test func `a cancelled iteration ends even if changes are waiting`() async {
        let latch = Latch()
        let iteration = Task {
            var count = 0
            for await _ in feed {
                count += 1
                await latch.wait()
            }
            return count
        }
        source.send([1, 2])
        await latch.arrival()
        iteration.cancel()
        latch.open()
        #expect(await iteration.value == 1)
    }

    @Test func `an iteration ends when the feed is stopped`() async {
        let latch = Latch()
        let iteration = Task { for await _ in feed { await latch.wait() } }
        source.send([1])
        await latch.arrival()
        latch.open()
        // The iteration is waiting for changes again, or is about to wait.
        for _ in 0..<10 { await Task.yield() }
        feed.stop()
        await iteration.value
    }

    @Test func `stopping a feed calls the stop closure once and drops all changes`() {
        source.send([1])
        feed.whenever { [feed] in feed.stop() }
        feed.stop()
        source.send([2])
        #expect(taken() == [])
        #expect(stops.entries == ["stopped"])
    }

    @Test func `a feed stops when it is deallocated`() {
        let stops = Log()
        do { _ = ChangeFeed<Int>.make(limit: 1, missed: 0) { stops.add("stopped") }.feed }
        #expect(stops.entries == ["stopped"])
    }

    @Test func `the end of the source does not call the stop closure`() {
        source.finish()
        feed.stop()
        #expect(stops.entries == [])
    }

    @Test(arguments: Ending.allCases)
    func `a session stops its feeds when it ends`(ending: Ending) async throws {
        let (log, stops) = (Log(), Log())
        var behaviour = ProbeFeature.Behaviour()
        behaviour.change = { _, change in log.add("\(change)") }
        behaviour.first = { presenter in await SmuggledView(presenter.view).use { $0.show("from outside") } }
        let source = follow(&behaviour) { stops.add("stopped") }
        var session: Session? = try await Session(ProbeFeature(behaviour: behaviour))
        behaviour.feed = nil
        try await session?.start()
        source.send([1])
        #expect(await eventually { log.entries == ["1"] })
        switch ending {
        case .closed: await session?.close()
        case .failed: await expectError(.featureFault) { try await session?.perform("first") }
        case .letGo: session = nil
        }
        #expect(await eventually { stops.entries == ["stopped"] })
        source.send([2])
        #expect(log.entries == ["1"])
        withExtendedLifetime(session) {}
    }

    /// The ways in which a session ends.
    enum Ending: CaseIterable { case closed, failed, letGo }

    /// Makes a probe follow a feed.
    ///
    /// Only the probe keeps a reference to the feed.
    private func follow(
        _ behaviour: inout ProbeFeature.Behaviour, stopped: @escaping @Sendable () -> Void
    ) -> ChangeSource<Int> {
        let (feed, source) = ChangeFeed<Int>.make(limit: 3, missed: 0, stopped: stopped)
        behaviour.feed = feed
        return source
    }
}
