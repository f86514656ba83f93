import FeatureTesting
import Testing

/// Holding tasks back until a test lets them go.
@Suite(.timeLimit(.minutes(5))) struct LatchTests {
    let latch = Latch()

    @Test func `who waits goes on when it is opened, and who comes later at once`() async {
        let waiting = (0..<3).map { _ in Task.immediate { [latch] in await latch.wait() } }
        #expect(latch.arrivals == 3)
        latch.open()
        for task in waiting { await task.value }
        await latch.wait()
        latch.open()
        #expect(latch.arrivals == 4)
    }

    @Test func `who ignores cancellation waits on`() async {
        let waiting = Task.immediate { [latch] in
            await latch.wait()
            return latch.arrivals
        }
        waiting.cancel()
        let other = Task.immediate { [latch] in await latch.wait() }
        latch.open()
        #expect(await waiting.value == 2)
        await other.value
    }

    @Test func `who heeds cancellation goes with an error, and the others wait on`() async {
        let cancelled = Task.immediate { [latch] in try await latch.waitOrCancel() }
        let other = Task.immediate { [latch] in try await latch.waitOrCancel() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        latch.open()
        await #expect(throws: Never.self) { try await other.value }
    }

    @Test func `who was cancelled before does not wait, unless it ignores that`() async {
        let task = Task { [latch] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await latch.waitOrCancel()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(latch.arrivals == 1)
    }

    @Test func `an arrival is waited for, or any number of them`() async {
        let two = Task.immediate { [latch] in
            await latch.arrival(2)
            return latch.arrivals
        }
        let first = Task.immediate { [latch] in await latch.wait() }
        await latch.arrival()
        let second = Task.immediate { [latch] in await latch.wait() }
        #expect(await two.value == 2)
        latch.open()
        await first.value
        await second.value
    }

    @Test func `who never comes is said`() async throws {
        latch.open()
        await latch.wait()
        let messages = try await recordedIssues { await latch.arrival(2, patience: .milliseconds(1)) }
        #expect(
            messages == [
                """
                Of 2 tasks that were to come to the latch, 1 came within 1ms.
                Nothing calls what waits at the latch, or it waits for something else before; see what the feature is asked to do.
                """
            ])
    }
}
