import FeatureKit
public import Testing

extension ManualClock {
    /// Waits for a sleeping task whose deadline is within a duration, then moves the clock by this duration.
    ///
    /// If no such task sleeps in time, the method records an issue and still moves the clock.
    ///
    /// - Parameters:
    ///   - duration: The duration by which to move the clock.
    ///   - patience: The maximum real time to wait for a sleeping task.
    ///   - sourceLocation: The source location at which a failure is reported.
    public func advance(
        by duration: Duration, patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let deadline = now.advanced(by: duration)
        if await !waitForSleeper(due: deadline, patience) {
            report("no task began a sleep that ends at \(deadline.text) or before", patience, sourceLocation)
        }
        move(by: duration)
    }

    /// Waits until a task sleeps, then moves the clock to the earliest deadline.
    ///
    /// If no task sleeps in time, the method records an issue.
    ///
    /// - Parameters:
    ///   - patience: The maximum real time to wait for a sleeping task.
    ///   - sourceLocation: The source location at which a failure is reported.
    public func advance(
        patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        guard await waitForSleeper(due: nil, patience) else {
            return report("no task began to sleep", patience, sourceLocation)
        }
        moveToNext()
    }

    /// Waits until a number of tasks sleep.
    ///
    /// Records an issue if fewer tasks sleep in time.
    ///
    /// - Parameters:
    ///   - count: The minimum number of sleeping tasks.
    ///   - patience: The maximum real time to wait.
    ///   - sourceLocation: The source location at which a failure is reported.
    public func sleepers(
        _ count: Int = 1, patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let isThere: @Sendable (State) -> Bool = { $0.sleepers.count >= count }
        if isThere(state.value) { return }
        if await withTimeLimit(patience, { [state] in await state.wait(until: isThere) ? true : nil }) != nil { return }
        report("fewer than \(count) tasks began to sleep", patience, sourceLocation)
    }

    /// Waits until no task sleeps.
    ///
    /// Records an issue if a task still sleeps after the maximum time.
    ///
    /// - Parameters:
    ///   - patience: The maximum real time to wait.
    ///   - sourceLocation: The source location at which a failure is reported.
    package func noSleepers(
        patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let isMet: @Sendable (State) -> Bool = { $0.sleepers.isEmpty }
        if isMet(state.value) { return }
        if await withTimeLimit(patience, { [state] in await state.wait(until: isMet) ? true : nil }) != nil { return }
        report("not all sleeping tasks woke up", patience, sourceLocation)
    }

    /// Runs an operation and moves the clock whenever a task sleeps.
    ///
    /// Each move goes to the earliest deadline.
    ///
    /// ```swift
    /// try await clock.run { try await doggy.press("Refresh") }        // the action may sleep any number of times
    /// ```
    ///
    /// Use this method for operations that sleep sequentially. If several tasks start to sleep at the same time, the
    /// clock may wake a task before another task has begun its sleep.
    ///
    /// - Parameter work: The operation to run.
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
        // A cancelled test records no issue.
        guard !Task.isCancelled else { return }
        let deadlines = state.value.sleepers.values.map(\.deadline).sorted().map(\.text)
        let others = deadlines.isEmpty ? "No task sleeps" : "Tasks sleep until \(deadlines.joined(separator: ", "))"
        Issue.record(
            """
            The clock is at \(now.text). Within \(patience.fieldText), \(what). \(others).
            Pass this clock to the code that should sleep, or call `move(by:)`, which does not wait.
            """, sourceLocation: sourceLocation)
    }
}

extension ManualClock.Instant {
    /// The instant as text, for example `2s`.
    fileprivate var text: String { offset.fieldText }
}

extension Task<Void, Never> {
    /// Cancels the task and waits until it has ended.
    fileprivate func end() async {
        cancel()
        await value
    }
}
