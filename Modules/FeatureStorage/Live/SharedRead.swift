import Synchronization

/// A read in a task of its own, with any number of callers that wait for its result.
///
/// The read is cancelled when the last of its callers has gone.
final class SharedRead<Value: Sendable>: Sendable {
    private typealias Waiting = CheckedContinuation<Result<Value, any Error>, Never>

    private struct State {
        var reading: Task<Void, Never>?
        var result: Result<Value, any Error>?
        /// The callers that have joined; the continuation is `nil` until the caller waits.
        var callers: [Int: Waiting?] = [:]
        var lastCaller = 0
        var isAbandoned = false
    }

    /// A caller that has joined, and must wait for the value once.
    struct Caller: Sendable {
        fileprivate let read: SharedRead
        fileprivate let number: Int

        /// Waits for the result.
        ///
        /// - Throws: Any error of the read; `CancellationError` as soon as the caller's task is cancelled.
        func value() async throws -> Value { try await read.value(for: number) }
    }

    private let state = Mutex(State())

    /// Begins the read.
    ///
    /// Call ``join()`` at once: a read that no caller has joined is not cancelled.
    init(_ read: @escaping @Sendable () async throws -> Value) {
        let reading = Task {
            do { end(with: .success(try await read())) } catch { end(with: .failure(error)) }
        }
        state.withLock { if $0.result == nil { $0.reading = reading } }
    }

    /// Adds a caller.
    ///
    /// - Returns: The caller; `nil` if the read was cancelled, so that the caller needs another read.
    func join() -> Caller? {
        state.withLock { state in
            guard !state.isAbandoned else { return nil }
            state.lastCaller += 1
            state.callers[state.lastCaller] = .some(nil)
            return Caller(read: self, number: state.lastCaller)
        }
    }

    private func value(for caller: Int) async throws -> Value {
        try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early: Result<Value, any Error>? = state.withLock { state in
                    if let result = state.result { return result }
                    // A caller that was cancelled before has left.
                    guard state.callers[caller] != nil else { return .failure(CancellationError()) }
                    state.callers[caller] = .some(continuation)
                    return nil
                }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            leave(caller)
        }.get()
    }

    private func leave(_ caller: Int) {
        let (waiting, abandoned) = state.withLock { state -> (Waiting?, Task<Void, Never>?) in
            guard state.result == nil, let waiting = state.callers.removeValue(forKey: caller) else {
                return (nil, nil)
            }
            state.isAbandoned = state.callers.isEmpty
            return (waiting, state.isAbandoned ? state.reading : nil)
        }
        abandoned?.cancel()
        waiting?.resume(returning: .failure(CancellationError()))
    }

    private func end(with result: Result<Value, any Error>) {
        let callers = state.withLock { state in
            defer { (state.callers, state.reading) = ([:], nil) }
            state.result = result
            return state.callers.values.compactMap(\.self)
        }
        for caller in callers { caller.resume(returning: result) }
    }
}
