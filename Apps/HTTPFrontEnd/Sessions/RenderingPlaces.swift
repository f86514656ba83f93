import FeatureKit
package import HTTPConnections
import Synchronization

/// Renders pages: as many at the same time as the process has cores, in turn by client address, and on no thread that
/// serves other requests.
///
/// ``FairTurns`` decides the turns. A task that is cancelled stops waiting at once. Its rendering ends as soon as the
/// rendering checks for cancellation. The place stays taken until then.
package final class RenderingPlaces: Sendable {
    private struct Waiter {
        let continuation: CheckedContinuation<Void, any Error>
        let timer: Task<Void, any Error>?
    }

    private struct State {
        var turns: FairTurns<ClientAddress>
        var waiters: [Int: Waiter] = [:]
        var lastNumber = 0
    }

    private let executor: OffLoopExecutor
    private let limit: Duration
    private let clock: any Clock<Duration>
    private let state: Mutex<State>

    /// Creates free places.
    ///
    /// - Parameters:
    ///   - count: The number of places; by default, the number of cores.
    ///   - limit: The longest time that a request waits for its place.
    ///   - clock: Measures the limit.
    package init(count: Int? = nil, waitingAtMost limit: Duration, clock: any Clock<Duration>) {
        (self.limit, self.clock, executor) = (limit, clock, OffLoopExecutor())
        state = Mutex(State(turns: FairTurns(places: count ?? executor.threadCount)))
    }

    /// The number of places.
    package var placeCount: Int { state.withLock(\.turns.places) }

    /// The number of requests that wait for a place.
    package var waitingCount: Int { state.withLock(\.turns.waitingCount) }

    /// The number of taken places.
    package var takenCount: Int { state.withLock(\.turns.taken) }

    /// Waits for a place and runs work in it.
    ///
    /// - Parameters:
    ///   - address: The client's address.
    ///   - isPatient: Whether the work waits without a limit, as that of a stream does.
    ///   - work: The work. It runs on a thread for long work. A long rendering checks for cancellation from time to time.
    /// - Throws: ``RenderingDelay`` if the place comes too late; `CancellationError` if the task is cancelled; any error of
    ///   the work.
    package func render<Result: Sendable>(
        for address: ClientAddress, isPatient: Bool = false, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await takePlace(for: address, isPatient: isPatient)
        defer { freePlace() }
        let task = Task(executorPreference: executor) {
            try Task.checkCancellation()
            return try await work()
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func takePlace(for address: ClientAddress, isPatient: Bool) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let early: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.turns.enter(number, of: address) { return .success(()) }
                    let timer = isPatient ? nil : timer(for: number, of: address)
                    state.waiters[number] = Waiter(continuation: waiter, timer: timer)
                    return nil
                }
                if let early { waiter.resume(with: early) }
            }
        } onCancel: {
            abandon(number, of: address, CancellationError())
        }
    }

    private func timer(for number: Int, of address: ClientAddress) -> Task<Void, any Error> {
        Task {
            try await clock.sleep(for: limit)
            abandon(number, of: address, RenderingDelay(limit: limit))
        }
    }

    /// Ends the waiting of a request that has no place yet.
    private func abandon(_ number: Int, of address: ClientAddress, _ error: any Error) {
        let waiter = state.withLock { state in
            state.turns.leave(number, of: address) ? state.waiters.removeValue(forKey: number) : nil
        }
        waiter?.timer?.cancel()
        waiter?.continuation.resume(throwing: error)
    }

    private func freePlace() {
        let next = state.withLock { state in state.turns.end().flatMap { state.waiters.removeValue(forKey: $0) } }
        next?.timer?.cancel()
        next?.continuation.resume()
    }
}

/// The error for a page whose turn came too late.
package struct RenderingDelay: Error, Sendable, Hashable {
    /// The time that the request has waited for.
    let limit: Duration
}
