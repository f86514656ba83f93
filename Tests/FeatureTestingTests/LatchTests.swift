import FeatureTesting
import Testing

/// Tests of a latch, which blocks tasks until a test opens it.
@Suite(.timeLimit(.minutes(5))) struct LatchTests {
    let latch = Latch()

    @Test func `opening the latch releases waiting tasks, and later tasks do not wait`() async {
        let waiting = (0..<3).map { _ in Task.immediate { [latch] in await latch.wait() } }
        #expect(latch.arrivals == 3)
        latch.open()
        for task in waiting { await task.value }
        await latch.wait()
        latch.open()
        #expect(latch.arrivals == 4)
    }

    @Test func `a wait that ignores cancellation continues after a cancellation`() async {
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

    @Test func `a cancelled wait throws, and other tasks continue to wait`() async {
        let cancelled = Task.immediate { [latch] in try await latch.waitOrCancel() }
        let other = Task.immediate { [latch] in try await latch.waitOrCancel() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        latch.open()
        await #expect(throws: Never.self) { try await other.value }
    }

    @Test func `a cancelled task does not wait, unless it ignores cancellation`() async {
        let task = Task { [latch] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await latch.waitOrCancel()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(latch.arrivals == 1)
    }

    @Test func `a test can wait for one or several arrivals`() async {
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

    @Test func `waiting for a missing arrival records an issue`() async throws {
        latch.open()
        await latch.wait()
        let messages = try await recordedIssues { await latch.arrival(2, patience: .milliseconds(1)) }
        #expect(
            messages == [
                """
                1 of 2 expected tasks arrived at the latch within 1ms.
                The code that waits at the latch was not called, or it waits for something else first.
                """
            ])
    }
}
