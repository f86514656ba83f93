import FeatureKit
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct RequesterTests {
    @Test func `The work of a session counts for the client that launched it`() async throws {
        let log = Watched<[Requester?]>([])
        let (changes, source) = ChangeFeed<Int>.make(limit: 9, missed: 0) {}
        var behaviour = ProbeFeature.Behaviour()
        behaviour.start = { presenter in
            log.change { $0.append(Requester.current) }
            presenter.view?.show("started")
        }
        behaviour.first = { _ in log.change { $0.append(Requester.current) } }
        behaviour.change = { _, _ in log.change { $0.append(Requester.current) } }
        behaviour.feed = changes
        let probe = ProbeFeature(behaviour: behaviour)
        let (one, two) = (Requester("one"), Requester("two"))
        let session = try await Requester.$current.withValue(one) { try await Session(probe) }
        try await session.start()
        _ = try await session.settled()
        try await Requester.$current.withValue(two) {
            _ = try await session.perform("first")
            source.send([1])
        }
        await log.wait { $0.count == 3 }
        #expect(log.value == [one, one, one])
        await session.close()
    }
}
