import FeatureKit
import FeatureTesting
import Testing

/// Tests guarantee 12: counted viewers know their number.
@Suite(.timeLimit(.minutes(5))) struct ViewerNumberTests {
    @Test func `a counted viewer gets the number after its first frame`() async throws {
        try await withProbe { session in
            let viewer = try await session.attachCounted()
            #expect(await viewer.next() == .frame(await session.frame))
            #expect(await viewer.next() == .viewers(1))
        }
    }

    @Test func `a viewer that is not counted gets no number and changes no number`() async throws {
        try await withProbe { session in
            let other = try await session.attach()
            let viewer = try await session.attachCounted()
            let third = try await session.attach()
            await session.close()
            #expect(await viewer.numbers() == [1])
            #expect(await other.numbers() == [])
            #expect(await third.numbers() == [])
        }
    }

    @Test func `a thousand viewers that attach at once reach the first viewer as two numbers`() async throws {
        let clock = ManualClock()
        try await withProbe(clock: clock) { session in
            let first = try await session.attachCounted()
            _ = (await first.next(), await first.next())
            var others = [try await session.attachCounted()]
            #expect(await first.next() == .viewers(2))
            for _ in 2..<1_000 { others.append(try await session.attachCounted()) }
            #expect(first.takeNow() == nil)
            await clock.advance(by: Session.numberInterval)
            #expect(await first.next() == .viewers(1_000))
            #expect(clock.sleeperCount <= 1)
            #expect(others.count == 999)
        }
    }

    @Test func `the number falls when a viewer detaches`() async throws {
        let clock = ManualClock()
        try await withProbe(clock: clock) { session in
            let first = try await session.attachCounted()
            _ = (await first.next(), await first.next())
            let second = try await session.attachCounted()
            #expect(await first.next() == .viewers(2))
            second.detach()
            await clock.advance(by: Session.numberInterval)
            #expect(await first.next() == .viewers(1))
        }
    }

    @Test func `a number that returns to its last value is not repeated`() async throws {
        let clock = ManualClock()
        try await withProbe(clock: clock) { session in
            let first = try await session.attachCounted()
            let second = try await session.attachCounted()
            let third = try await session.attachCounted()
            third.detach()
            #expect(await eventually { await session.viewerCount == 2 })
            await clock.advance(by: Session.numberInterval)
            await session.close()
            #expect(await first.numbers() == [2])
            #expect(await second.numbers() == [2])
        }
    }

    @Test func `no task waits for a viewer that is alone, or after the session's end`() async throws {
        let clock = ManualClock()
        try await withProbe(clock: clock) { session in
            let first = try await session.attachCounted()
            #expect(clock.sleeperCount == 0)
            first.detach()
            #expect(await eventually { await session.viewerCount == 0 })
            let others = (try await session.attachCounted(), try await session.attachCounted())
            await clock.sleepers(1)
            await session.close()
            #expect(await eventually { clock.sleeperCount == 0 })
            #expect(await others.0.numbers() == [2])
        }
    }
}

extension Viewer {
    /// The numbers that the viewer gets until the session closes.
    fileprivate func numbers() async -> [Int] {
        var numbers: [Int] = []
        for await event in self { if case .viewers(let number) = event { numbers.append(number) } }
        return numbers
    }
}
