import FeatureKit
import FeatureTesting
import Testing

/// Tests actions that expect a revision.
///
/// Usually the expected revision is the revision of the frame that a client shows.
@Suite(.timeLimit(.minutes(5))) struct SessionRevisionTests {
    @Test func `an action that expects the current revision is performed`() async throws {
        try await withProbe { session in
            let revision = try await session.settled().revision
            let answer = try await session.perform(Call("first"), as: nil, expecting: [revision, 99])
            #expect(answer.frame.screen.text == "first")
        }
    }

    @Test func `an action that expects another revision is refused before the presenter runs`() async throws {
        let log = Log()
        var behaviour = ProbeFeature.Behaviour()
        behaviour.first = { _ in log.add("first") }
        try await withProbe(behaviour) { session in
            let frame = try await session.settled()
            for revisions in [[], [frame.revision + 1]] as [Set<Int>] {
                await expectError(.outdated) { try await session.perform(Call("first"), as: nil, expecting: revisions) }
            }
            #expect(await session.frame == frame)
        }
        #expect(log.entries == [])
    }

    @Test func `only the first of two actions that expect the same revision is performed`() async throws {
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

    @Test func `an action that is refused because of an unexpected revision cancels no earlier call`() async throws {
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
            await expectError(.outdated) { try await session.perform(Call("first"), as: nil, expecting: []) }
            latch.open()
            #expect(try await running.value.frame.screen.text == "first")
        }
    }
}

extension Session {
    /// Calls the action `first` twice, in a fixed order.
    ///
    /// Both calls expect the same revision.
    fileprivate func performBoth(expecting revision: Int) -> [Task<Answer, any Error>] {
        (0..<2).map { _ in Task.immediate { try await self.perform(Call("first"), as: nil, expecting: [revision]) } }
    }
}
