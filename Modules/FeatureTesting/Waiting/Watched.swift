import Synchronization

/// Holds a state and lets tasks wait until the state meets a condition.
///
/// The implementation releases its lock before it resumes tasks.
package final class Watched<State: Sendable>: Sendable {
    private struct Waiter {
        let condition: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Storage {
        var state: State
        var lastKey = 0
        var waiters: [Int: Waiter] = [:]
    }

    private let storage: Mutex<Storage>

    /// Creates an instance with an initial state.
    package init(_ state: State) {
        storage = Mutex(Storage(state: state))
    }

    /// The current state.
    package var value: State { storage.withLock(\.state) }

    /// Changes the state.
    ///
    /// Resumes each task whose condition is now met, in the order in which the tasks began to wait.
    @discardableResult
    package func change<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
        let (result, due) = try storage.withLock { storage in
            let result = try body(&storage.state)
            let due = storage.waiters.filter { $0.value.condition(storage.state) }
            due.keys.forEach { storage.waiters[$0] = nil }
            return (result, due.sorted { $0.key < $1.key }.map(\.value.continuation))
        }
        due.forEach { $0.resume(returning: true) }
        return result
    }

    /// Waits until the state meets a condition.
    ///
    /// - Parameters:
    ///   - heedsCancellation: Whether a cancelled task stops waiting.
    ///   - condition: The condition to wait for.
    /// - Returns: `true` if the state meets the condition; `false` if the task was cancelled before.
    @discardableResult
    package func wait(heedsCancellation: Bool = true, until condition: @escaping @Sendable (State) -> Bool) async
        -> Bool
    {
        let key = storage.withLock { storage in
            storage.lastKey += 1
            return storage.lastKey
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isMet = storage.withLock { storage -> Bool? in
                    if condition(storage.state) { return true }
                    if heedsCancellation && Task.isCancelled { return false }
                    storage.waiters[key] = Waiter(condition: condition, continuation: continuation)
                    return nil
                }
                if let isMet { continuation.resume(returning: isMet) }
            }
        } onCancel: {
            guard heedsCancellation else { return }
            let waiter = storage.withLock { $0.waiters.removeValue(forKey: key) }
            waiter?.continuation.resume(returning: false)
        }
    }
}
