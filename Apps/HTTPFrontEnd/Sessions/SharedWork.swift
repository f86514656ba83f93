import Synchronization

/// Work that runs in its own task.
///
/// Any number of callers can wait for the result, each with its own time limit.
///
/// When a caller stops waiting, the work continues, and no task keeps waiting for that caller.
final class SharedWork<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, any Error>

    /// A waiting caller.
    ///
    /// The caller resumes with `nil` when its time limit passes.
    private struct Waiter {
        let continuation: CheckedContinuation<Result<Value?, any Error>, Never>
        let timer: Task<Void, any Error>?
    }

    private struct State {
        var outcome: Outcome?
        var waiters: [Int: Waiter] = [:]
        var observers: [@Sendable (Outcome) -> Void] = []
        var lastKey = 0
    }

    private let state = Mutex(State())

    /// Starts the work.
    init(_ work: @escaping @Sendable () async throws -> Value) {
        Task {
            do { finish(.success(try await work())) } catch { finish(.failure(error)) }
        }
    }

    /// Calls an observer when the work ends, or at once if the work has ended.
    ///
    /// Observers are called before waiting callers resume.
    func whenEnded(_ observer: @escaping @Sendable (Outcome) -> Void) {
        let outcome = state.withLock { state in
            if state.outcome == nil { state.observers.append(observer) }
            return state.outcome
        }
        if let outcome { observer(outcome) }
    }

    /// Waits for the result.
    ///
    /// - Throws: Any error of the work; `CancellationError` if the calling task is cancelled.
    func value() async throws -> Value {
        guard let value = try await wait(timer: { _ in nil }) else { throw CancellationError() }
        return value
    }

    /// Waits for the result within a time limit.
    ///
    /// - Parameters:
    ///   - limit: The time limit.
    ///   - clock: Measures the time limit.
    /// - Returns: The result of the work; `nil` if the time limit has passed.
    /// - Throws: Any error of the work; `CancellationError` if the calling task is cancelled.
    func value(within limit: Duration, clock: any Clock<Duration>) async throws -> Value? {
        try await wait { key in
            Task {
                try await clock.sleep(for: limit)
                self.release(key, with: .success(nil))
            }
        }
    }

    private func wait(timer: (Int) -> Task<Void, any Error>?) async throws -> Value? {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early: Result<Value?, any Error>? = state.withLock { state in
                    if let outcome = state.outcome { return outcome.map { $0 } }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    state.waiters[key] = Waiter(continuation: continuation, timer: timer(key))
                    return nil
                }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            release(key, with: .failure(CancellationError()))
        }.get()
    }

    private func release(_ key: Int, with result: Result<Value?, any Error>) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: key) }
        waiter?.timer?.cancel()
        waiter?.continuation.resume(returning: result)
    }

    private func finish(_ outcome: Outcome) {
        let (waiters, observers) = state.withLock { state in
            state.outcome = outcome
            defer { (state.waiters, state.observers) = ([:], []) }
            return (state.waiters.values, state.observers)
        }
        for observer in observers { observer(outcome) }
        for waiter in waiters {
            waiter.timer?.cancel()
            waiter.continuation.resume(returning: outcome.map { $0 })
        }
    }
}
