import Synchronization

/// Sends a hint to all followers when a store may have changed.
///
/// The board watches the store while the board has followers.
///
/// Each hint goes to every follower. Hints that a follower has not received yet are merged into one hint. A new
/// follower receives its first hint immediately.
package final class HintBoard: Sendable {
    /// Watches a store until the current task is cancelled.
    ///
    /// Calls `sendHint` whenever another process may have written to the store.
    package typealias Watch = @Sendable (_ sendHint: @escaping @Sendable () -> Void) async -> Void

    private struct State {
        var followers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastKey = 0
        var watching: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let watch: Watch?

    /// Creates a board that has no followers.
    ///
    /// - Parameter watch: Watches the store while there are followers, or `nil` if only ``send()`` sends hints.
    package init(watch: Watch? = nil) {
        self.watch = watch
    }

    deinit {
        state.withLock { state in
            state.watching?.cancel()
            state.followers.values.forEach { $0.finish() }
        }
    }

    /// Sends a hint to all followers.
    package func send() {
        // Send without holding the lock. Resuming a task takes the task's lock, and a cancellation holds that lock
        // while it calls `forget`. Holding both locks could deadlock.
        state.withLock { Array($0.followers.values) }.forEach { $0.yield() }
    }

    /// Returns a sequence of all further hints.
    ///
    /// The sequence ends when the board is deallocated.
    package func follow() -> AsyncStream<Void> {
        let (hints, follower) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.lastKey += 1
            let key = state.lastKey
            state.followers[key] = follower
            follower.onTermination = { [weak self] _ in self?.forget(key) }
            follower.yield()
            if state.watching == nil, let watch {
                state.watching = Task { [weak self] in await watch { self?.send() } }
            }
        }
        return hints
    }

    private func forget(_ key: Int) {
        let watching = state.withLock { state -> Task<Void, Never>? in
            state.followers[key] = nil
            guard state.followers.isEmpty else { return nil }
            defer { state.watching = nil }
            return state.watching
        }
        watching?.cancel()
    }
}
