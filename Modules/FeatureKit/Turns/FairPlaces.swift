import Synchronization

/// A limited number of places that tasks wait for, in turn by address.
///
/// ``FairTurns`` decides the turns. One task for all waiting tasks ends those that have waited for too long.
package final class FairPlaces<Address: Hashable & Sendable>: Sendable {
    private struct Waiter {
        let address: Address
        let continuation: CheckedContinuation<Bool, any Error>
        /// When the waiting ends, by the stopwatch; `nil` for no limit.
        let deadline: Duration?
    }

    private struct State {
        var turns: FairTurns<Address>
        var waiters: [Int: Waiter] = [:]
        /// The task that sleeps until the earliest deadline; `nil` if none is needed.
        var sweeping: Task<Void, Never>?
        var lastNumber = 0

        /// Removes a waiting task, and ends the sweeping if it was the last.
        mutating func removeWaiter(_ number: Int) -> Waiter? {
            let waiter = waiters.removeValue(forKey: number)
            if waiters.isEmpty {
                // The sweeping task only sleeps by the clock, whose handler of cancellation does not take this lock.
                sweeping?.cancel()
                sweeping = nil
            }
            return waiter
        }

        /// Removes the waiting tasks whose deadline has passed.
        ///
        /// - Returns: These tasks, and the earliest deadline of the others; `nil` if the sweeping ends.
        mutating func sweep(at now: Duration) -> (late: [Waiter], next: Duration?) {
            // Another task may already have replaced this one.
            guard !Task.isCancelled else { return ([], nil) }
            let late = waiters.filter { $0.value.deadline.map { $0 <= now } ?? false }
            for (number, waiter) in late {
                _ = turns.leave(number, of: waiter.address)
                _ = removeWaiter(number)
            }
            let next = waiters.values.lazy.compactMap(\.deadline).min()
            if next == nil { sweeping = nil }
            return (Array(late.values), next)
        }
    }

    private let clock: any Clock<Duration>
    /// Returns the time since the places were created.
    private let elapsed: @Sendable () -> Duration
    private let state: Mutex<State>

    /// Creates free places.
    ///
    /// - Parameters:
    ///   - count: The number of places, at least 1.
    ///   - isYielding: Whether an address that has a place gets no further one while another address without a place
    ///     waits.
    ///   - clock: Measures how long tasks wait.
    package init(count: Int, isYielding: Bool = false, clock: any Clock<Duration>) {
        (self.clock, elapsed) = (clock, clock.stopwatch())
        state = Mutex(State(turns: FairTurns(places: count, isYielding: isYielding)))
    }

    /// The number of places.
    package var count: Int { state.withLock(\.turns.places) }

    /// The number of tasks that wait for a place.
    package var waitingCount: Int { state.withLock(\.turns.waitingCount) }

    /// The number of taken places.
    package var takenCount: Int { state.withLock(\.turns.taken) }

    /// Takes a place, or waits for one.
    ///
    /// Call ``give(of:)`` when the work in the place has ended.
    ///
    /// - Parameters:
    ///   - address: The address whose turn the task uses.
    ///   - limit: The longest time to wait; `nil` for no limit. All tasks that wait at the same time must have the same
    ///     limit or none.
    /// - Returns: Whether the task has a place; `false` if the limit has passed.
    /// - Throws: `CancellationError` if the task is cancelled while it waits.
    package func take(for address: Address, within limit: Duration? = nil) async throws -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (waiter: CheckedContinuation<Bool, any Error>) in
                let early = state.withLock { state -> Result<Bool, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.turns.enter(number, of: address) { return .success(true) }
                    let deadline = limit.map { elapsed() + $0 }
                    state.waiters[number] = Waiter(address: address, continuation: waiter, deadline: deadline)
                    if deadline != nil, state.sweeping == nil {
                        state.sweeping = Task { await sweep() }
                    }
                    return nil
                }
                if let early { waiter.resume(with: early) }
            }
        } onCancel: {
            abandon(number, of: address)
        }
    }

    /// Frees a place of an address, and gives it to the next task that waits.
    package func give(of address: Address) {
        let next = state.withLock { state in state.turns.end(of: address).flatMap { state.removeWaiter($0) } }
        next?.continuation.resume(returning: true)
    }

    /// Ends the waiting of a task that has no place yet.
    private func abandon(_ number: Int, of address: Address) {
        let waiter = state.withLock { state in
            state.turns.leave(number, of: address) ? state.removeWaiter(number) : nil
        }
        waiter?.continuation.resume(throwing: CancellationError())
    }

    /// Ends the waiting of each task at its deadline, until no task with a deadline waits.
    private func sweep() async {
        while true {
            let (late, next) = state.withLock { $0.sweep(at: elapsed()) }
            for waiter in late { waiter.continuation.resume(returning: false) }
            guard let next, (try? await clock.sleep(for: next - elapsed())) != nil else { return }
        }
    }
}
