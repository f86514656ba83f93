import FeatureTesting
import Synchronization
import Testing

/// A clock that moves only when a test moves it.
@Suite(.timeLimit(.minutes(1))) struct ManualClockTests {
    let clock = ManualClock()

    @Test func `it begins at zero and goes as far as it is moved`() {
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

    @Test func `who sleeps until a moment that has passed does not sleep`() async throws {
        clock.move(by: .seconds(2))
        try await clock.sleep(until: clock.now)
        try await clock.sleep(for: .seconds(-1))
        #expect(clock.sleeperCount == 0)
    }

    @Test func `a sleeper that is cancelled wakes with an error, and another sleeps on`() async {
        let cancelled = Task.immediate { [clock] in try await clock.sleep(for: .seconds(1)) }
        let other = Task.immediate { [clock] in try await clock.sleep(for: .seconds(1)) }
        #expect(clock.sleeperCount == 2)
        cancelled.cancel()
        #expect(clock.sleeperCount == 1)
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        clock.move(by: .seconds(1))
        await #expect(throws: Never.self) { try await other.value }
    }

    @Test func `who was cancelled before does not sleep`() async {
        let cancelled = Task { [clock] in
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(clock.sleeperCount == 0)
    }

    @Test func `to advance waits for a sleeper that is due by then, and for no other`() async throws {
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

    @Test func `two who advance both get their sleeper`() async throws {
        let advances = (1...2).map { _ in Task.immediate { [clock] in await clock.advance(by: .seconds(1)) } }
        let sleep = Task.immediate { [clock] in try await clock.sleep(for: .seconds(1)) }
        for advance in advances { await advance.value }
        try await sleep.value
        #expect(clock.now.offset == .seconds(2))
    }
}

/// Runs tasks one after the other, in the order in which they became ready, when a test says so.
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
