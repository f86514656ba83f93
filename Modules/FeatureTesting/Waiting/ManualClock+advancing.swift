import FeatureKit
public import Testing

extension ManualClock {
    /// Waits until at least one task sleeps that is due within a duration, then moves the clock by it.
    ///
    /// If nobody comes to sleep, an issue is recorded and the clock is moved all the same.
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
            report("nobody came to sleep until \(deadline.text) or before", patience, sourceLocation)
        }
        move(by: duration)
    }

    /// Waits until somebody sleeps, then moves the clock to the moment at which the first of them is due.
    ///
    /// If nobody comes to sleep, an issue is recorded.
    ///
    /// - Parameters:
    ///   - patience: How long to wait for a sleeper, in real time.
    ///   - sourceLocation: Where a failure is reported.
    public func advance(
        patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        guard await waitForSleeper(due: nil, patience) else {
            return report("nobody came to sleep", patience, sourceLocation)
        }
        moveToNext()
    }

    /// Waits until a number of tasks sleep; an issue is recorded if they do not come.
    ///
    /// - Parameters:
    ///   - count: How many at least.
    ///   - patience: How long to wait for them, in real time.
    ///   - sourceLocation: Where a failure is reported.
    public func sleepers(
        _ count: Int = 1, patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let isThere: @Sendable (State) -> Bool = { $0.sleepers.count >= count }
        if isThere(state.value) { return }
        if await patiently(patience, { [state] in await state.wait(until: isThere) ? true : nil }) != nil { return }
        report("no \(count) tasks came to sleep", patience, sourceLocation)
    }

    /// Waits until no task sleeps; an issue is recorded if one still does.
    ///
    /// - Parameters:
    ///   - patience: How long to wait, in real time.
    ///   - sourceLocation: Where a failure is reported.
    package func noSleepers(
        patience: Duration = .seconds(30), sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let isMet: @Sendable (State) -> Bool = { $0.sleepers.isEmpty }
        if isMet(state.value) { return }
        if await patiently(patience, { [state] in await state.wait(until: isMet) ? true : nil }) != nil { return }
        report("some task still slept", patience, sourceLocation)
    }

    /// Does something and, whenever somebody sleeps meanwhile, moves the clock to when the first is due: to the end.
    ///
    /// ```swift
    /// try await clock.run { try await doggy.press("Refresh") }        // however often and long it sleeps
    /// ```
    ///
    /// For work that sleeps in turn; of several who begin to sleep at once, one may be woken before another has begun.
    ///
    /// - Parameter work: What to do.
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
        return await patiently(patience) { [state] in await state.wait(until: isThere) ? true : nil } ?? false
    }

    private func report(_ what: String, _ patience: Duration, _ sourceLocation: SourceLocation) {
        // Whoever cancels a test knows why.
        guard !Task.isCancelled else { return }
        let deadlines = state.value.sleepers.values.map(\.deadline).sorted().map(\.text)
        let others = deadlines.isEmpty ? "no task at all" : "tasks until \(deadlines.joined(separator: ", "))"
        Issue.record(
            """
            The clock stands at \(now.text), and \(what) within \(patience.fieldText); by it sleeps \(others).
            Give this clock to what should wait, or do not wait for it: `move(by:)` moves the clock at once.
            """, sourceLocation: sourceLocation)
    }
}

extension ManualClock.Instant {
    /// The moment in words: `2s`.
    fileprivate var text: String { offset.fieldText }
}

extension Task<Void, Never> {
    /// Cancels the task and waits until it does nothing any more.
    fileprivate func end() async {
        cancel()
        await value
    }
}
