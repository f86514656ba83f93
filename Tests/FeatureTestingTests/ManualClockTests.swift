import FeatureTesting
import Synchronization
import Testing

/// Tests of a clock that moves only when a test moves it.
@Suite(.timeLimit(.minutes(5))) struct ManualClockTests {
    let clock = ManualClock()

    @Test func `the clock begins at zero and moves by the given duration`() {
        #expect(clock.now.offset == .zero)
        #expect(clock.minimumResolution == .zero)
        let start = clock.now
        clock.move(by: .seconds(2))
        clock.move(by: .milliseconds(500))
        #expect(clock.now.offset == .milliseconds(2500))
        #expect(start.duration(to: clock.now) == .milliseconds(2500))
        #expect(start < clock.now)
        #expect(start.advanced(by: .milliseconds(2500)) == clock.now)
    }

    @Test func `a sleep until a past instant returns immediately`() async throws {
        clock.move(by: .seconds(2))
        try await clock.sleep(until: clock.now)
        try await clock.sleep(for: .seconds(-1))
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a cancelled sleep throws, and other tasks continue to sleep`() async {
        let cancelled = Task.immediate { [clock] in try await clock.sleep(for: .seconds(1)) }
        let other = Task.immediate { [clock] in try await clock.sleep(for: .seconds(1)) }
        #expect(clock.sleeperCount == 2)
        cancelled.cancel()
        #expect(clock.sleeperCount == 1)
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        clock.move(by: .seconds(1))
        await #expect(throws: Never.self) { try await other.value }
    }

    @Test func `a cancelled task does not sleep`() async {
        let cancelled = Task { [clock] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `advancing waits for a task that is due within the duration, and for no other task`() async throws {
        let advance = Task.immediate { [clock] in await clock.advance(by: .seconds(2)) }
        let late = Task.immediate { [clock] in try await clock.sleep(for: .seconds(5)) }
        #expect(clock.now.offset == .zero)
        let due = Task.immediate { [clock] in try await clock.sleep(for: .seconds(2)) }
        await advance.value
        #expect(clock.now.offset == .seconds(2))
        try await due.value
        #expect(clock.sleeperCount == 1)
        await clock.advance(by: .seconds(3))
        try await late.value
    }

    @Test func `advancing without a duration moves the clock to the earliest deadline`() async throws {
        let advance = Task.immediate { [clock] in await clock.advance() }
        let late = Task.immediate { [clock] in try await clock.sleep(for: .seconds(5)) }
        await advance.value
        #expect(clock.now.offset == .seconds(5))
        try await late.value
        let both = [3, 2].map { seconds in Task.immediate { [clock] in try await clock.sleep(for: .seconds(seconds)) } }
        await clock.advance()
        #expect(clock.now.offset == .seconds(7))
        await clock.advance()
        #expect(clock.now.offset == .seconds(8))
        for task in both { try await task.value }
    }

    @Test func `the method run moves the clock at each sleep until the work ends`() async throws {
        let naps = try await clock.run {
            for nap in 1...100 { try await clock.sleep(for: .seconds(nap)) }
            return 100
        }
        #expect(naps == 100)
        #expect(clock.now.offset == .seconds(5050))
        // After `run` has returned, tasks stay asleep.
        let sleeper = Task.immediate { [clock] in try await clock.sleep(for: .seconds(1)) }
        for _ in 0..<1000 { await Task.yield() }
        #expect(clock.sleeperCount == 1)
        clock.move(by: .seconds(1))
        try await sleeper.value
    }

    @Test func `the method run rethrows the error of the work and then no longer moves the clock`() async throws {
        await #expect(throws: CancellationError.self) { try await clock.run { throw CancellationError() } }
        let sleeper = Task.immediate { [clock] in try await clock.sleep(for: .seconds(1)) }
        for _ in 0..<1000 { await Task.yield() }
        #expect(clock.now.offset == .zero)
        clock.move(by: .seconds(1))
        try await sleeper.value
    }

    @Test func `a test can wait for any number of sleeping tasks`() async throws {
        let naps = (1...3).map { _ in Task { [clock] in try await clock.sleep(for: .seconds(1)) } }
        await clock.sleepers(3)
        #expect(clock.sleeperCount == 3)
        clock.move(by: .seconds(1))
        for nap in naps { try await nap.value }
    }

    @Test func `advancing without a sleeping task records an issue and still moves the clock`() async throws {
        let patience = Duration.milliseconds(1)
        let nobody = try await recordedIssues { await clock.advance(by: .seconds(2), patience: patience) }
        #expect(
            nobody == [
                """
                The clock is at 0s. Within 1ms, no task began a sleep that ends at 2s or before. No task sleeps.
                Pass this clock to the code that should sleep, or call `move(by:)`, which does not wait.
                """
            ])
        #expect(clock.now.offset == .seconds(2))
        let late = [9, 5].map { seconds in Task.immediate { [clock] in try await clock.sleep(for: .seconds(seconds)) } }
        let tooLate = try await recordedIssues { await clock.advance(by: .seconds(2), patience: patience) }
        #expect(
            tooLate.map { $0.split(separator: "\n")[0] } == [
                "The clock is at 2s. Within 1ms, no task began a sleep that ends at 4s or before. Tasks sleep until 7s, 11s."
            ])
        let few = try await recordedIssues { await clock.sleepers(3, patience: patience) }
        #expect(few.first?.contains("Within 1ms, fewer than 3 tasks began to sleep.") == true)
        clock.move(by: .seconds(9))
        for task in late { try await task.value }
        let none = try await recordedIssues { await clock.advance(patience: patience) }
        #expect(none.first?.hasPrefix("The clock is at 13s. Within 1ms, no task began to sleep.") == true)
        #expect(clock.now.offset == .seconds(13))
    }

    @Test func `each of two concurrent calls of advance finds its sleeping task`() async throws {
        let advances = (1...2).map { _ in Task.immediate { [clock] in await clock.advance(by: .seconds(1)) } }
        let sleep = Task.immediate { [clock] in try await clock.sleep(for: .seconds(1)) }
        for advance in advances { await advance.value }
        try await sleep.value
        #expect(clock.now.offset == .seconds(2))
    }
}

/// Runs tasks in the order in which they became ready, one task for each call by the test.
private final class Line: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    func run() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
