import Synchronization

/// Those who wait for hints that a store was written, and what watches the store on their behalf.
///
/// Every hint goes to all of them; who has not taken the last gets one for both. The first comes at once.
package final class HintBoard: Sendable {
    /// Watches a store until its task is cancelled, giving a hint whenever somebody else may have written.
    package typealias Watch = @Sendable (_ give: @escaping @Sendable () -> Void) async -> Void

    private struct State {
        var followers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastKey = 0
        var watching: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let watch: Watch?

    /// Creates a board that nobody follows.
    ///
    /// - Parameter watch: Runs while anybody follows; `nil` where ``give()`` is all there is.
    package init(watch: Watch? = nil) {
        self.watch = watch
    }

    deinit {
        state.withLock { state in
            state.watching?.cancel()
            state.followers.values.forEach { $0.finish() }
        }
    }

    /// Gives a hint to all who follow.
    package func give() {
        // Not within the lock: waking a task takes a lock of the task's, which its cancellation holds when it forgets.
        state.withLock { Array($0.followers.values) }.forEach { $0.yield() }
    }

    /// Returns the hints from now on; they end when the board is gone.
    package func follow() -> AsyncStream<Void> {
        let (hints, follower) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.lastKey += 1
            let key = state.lastKey
            state.followers[key] = follower
            follower.onTermination = { [weak self] _ in self?.forget(key) }
            follower.yield()
            if state.watching == nil, let watch {
                state.watching = Task { [weak self] in await watch { self?.give() } }
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
