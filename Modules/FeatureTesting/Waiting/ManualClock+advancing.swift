import FeatureKit
public import Testing

extension ManualClock {
    /// Waits until a task sleeps that is due within a duration, then moves the clock by it.
    ///
    /// If no such task comes, records an issue and moves the clock anyway.
    ///
    /// - Parameters:
    ///   - duration: How far to move.
    ///   - patience: How long to wait for a sleeper, in real time.
    ///   - sourceLocation: Where a failure is reported.
    public func advance(
        by duration: Duration, patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let deadline = now.advanced(by: duration)
        if await !waitForSleeper(due: deadline, patience) {
            report("no task came to sleep until \(deadline.text) or before", patience, sourceLocation)
        }
        move(by: duration)
    }

    /// Waits until a task sleeps, then moves the clock to the earliest deadline.
    ///
    /// If no task comes, records an issue.
    ///
    /// - Parameters:
    ///   - patience: How long to wait for a sleeper, in real time.
    ///   - sourceLocation: Where a failure is reported.
    public func advance(
        patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        guard await waitForSleeper(due: nil, patience) else {
            return report("no task came to sleep", patience, sourceLocation)
        }
        moveToNext()
    }

    /// Waits until a number of tasks sleep; records an issue if they do not.
    ///
    /// - Parameters:
    ///   - count: The least number of sleeping tasks.
    ///   - patience: How long to wait for them, in real time.
    ///   - sourceLocation: Where a failure is reported.
    public func sleepers(
        _ count: Int = 1, patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let isThere: @Sendable (State) -> Bool = { $0.sleepers.count >= count }
        if isThere(state.value) { return }
        if await withTimeLimit(patience, { [state] in await state.wait(until: isThere) ? true : nil }) != nil { return }
        report("no \(count) tasks came to sleep", patience, sourceLocation)
    }

    /// Waits until no task sleeps; records an issue if one still does.
    ///
    /// - Parameters:
    ///   - patience: How long to wait, in real time.
    ///   - sourceLocation: Where a failure is reported.
    package func noSleepers(
        patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let isMet: @Sendable (State) -> Bool = { $0.sleepers.isEmpty }
        if isMet(state.value) { return }
        if await withTimeLimit(patience, { [state] in await state.wait(until: isMet) ? true : nil }) != nil { return }
        report("some task still slept", patience, sourceLocation)
    }

    /// Runs some work; whenever a task sleeps, moves the clock to the earliest deadline.
    ///
    /// ```swift
    /// try await clock.run { try await doggy.press("Refresh") }        // however often and long it sleeps
    /// ```
    ///
    /// For work that sleeps sequentially. If several tasks start to sleep at the same time, one may be woken before
    /// another has begun.
    ///
    /// - Parameter work: The work to run.
    public func run<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        let mover = Task {
            while await state.wait(until: { !$0.sleepers.isEmpty }), !Task.isCancelled { moveToNext() }
        }
        do {
            let result = try await work()
            await mover.end()
            return result
        } catch {
            await mover.end()
            throw error
        }
    }

    private func moveToNext() {
        wakeThose { $0.nextDeadline ?? $0.now }
    }

    private func waitForSleeper(due deadline: Instant?, _ patience: Duration) async -> Bool {
        let isThere: @Sendable (State) -> Bool = { state in
            state.sleepers.values.contains { sleeper in deadline.map { sleeper.deadline <= $0 } ?? true }
        }
        if isThere(state.value) { return true }
        return await withTimeLimit(patience) { [state] in await state.wait(until: isThere) ? true : nil } ?? false
    }

    private func report(_ what: String, _ patience: Duration, _ sourceLocation: SourceLocation) {
        // A cancelled test needs no issue.
        guard !Task.isCancelled else { return }
        let deadlines = state.value.sleepers.values.map(\.deadline).sorted().map(\.text)
        let others = deadlines.isEmpty ? "No task sleeps" : "Tasks sleep until \(deadlines.joined(separator: ", "))"
        Issue.record(
            """
            The clock is at \(now.text), and \(what) within \(patience.fieldText). \(others) by it.
            Pass this clock to the code that should sleep, or move the clock without waiting: `move(by:)`.
            """, sourceLocation: sourceLocation)
    }
}

extension ManualClock.Instant {
    /// The moment as text: `2s`.
    fileprivate var text: String { offset.fieldText }
}

extension Task<Void, Never> {
    /// Cancels the task and waits until it has ended.
    fileprivate func end() async {
        cancel()
        await value
    }
}
