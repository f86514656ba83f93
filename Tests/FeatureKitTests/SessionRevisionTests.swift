import FeatureKit
import FeatureTesting
import Testing

/// An action that is asked for upon a revision, such as a client saw it.
@Suite(.timeLimit(.minutes(5))) struct SessionRevisionTests {
    @Test func `an action upon the revision that is shown is performed`() async throws {
        try await withProbe { session in
            let revision = try await session.settled().revision
            let answer = try await session.perform("first", [:], expecting: [revision, 99])
            #expect(answer.frame.screen.text == "first")
        }
    }

    @Test func `an action upon another revision never reaches the presenter`() async throws {
        let log = Log()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { _ in log.add("first") }
        try await withProbe(behaviour) { session in
            let frame = try await session.settled()
            for revisions in [[], [frame.revision + 1]] as [Set<Int>] {
                await expectError(.outdated) { try await session.perform("first", [:], expecting: revisions) }
            }
            #expect(await session.frame == frame)
        }
        #expect(log.entries == [])
    }

    @Test func `of two actions upon the same revision one is performed`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.second = { _ in await latch.wait() }
        try await withProbe(behaviour) { session in
            let revision = try await session.settled().revision
            let blocking = Task { try await session.perform("second") }
            await latch.arrival()
            let calls = await session.performBoth(expecting: revision)
            latch.open()
            _ = try await blocking.value
            #expect(try await calls[0].value.frame.revision == revision + 1)
            await expectError(.outdated) { try await calls[1].value }
        }
    }

    @Test func `refused so, an action cancels none before it`() async throws {
        let latch = Latch()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.firstOverlap = .cancelPrevious
        behaviour.first = { presenter in
            await latch.wait()
            presenter.view?.show("first")
        }
        try await withProbe(behaviour) { session in
            _ = try await session.settled()
            let running = Task { try await session.perform("first") }
            await latch.arrival()
            await expectError(.outdated) { try await session.perform("first", [:], expecting: []) }
            latch.open()
            #expect(try await running.value.frame.screen.text == "first")
        }
    }
}

extension Session {
    /// Calls the action `first` twice upon a revision, in order for sure.
    fileprivate func performBoth(expecting revision: Int) -> [Task<Answer, any Error>] {
        (0..<2).map { _ in Task.immediate { try await self.perform("first", [:], expecting: [revision]) } }
    }
}
