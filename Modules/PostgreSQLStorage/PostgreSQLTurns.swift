#if PostgreSQL
    import Synchronization

    /// Lets one call at a time bring the index of a collection up to date; the others wait without a connection.
    ///
    /// Otherwise all calls that wait for a build would use up the connections of the store.
    final class PostgreSQLTurns: Sendable {
        private struct State {
            /// The waiting calls by collection.
            ///
            /// An entry exists while a call has the turn.
            var waiting: [String: [Int: CheckedContinuation<Void, any Error>]] = [:]
            var lastKey = 0
        }

        private let state = Mutex(State())

        /// Takes the turn for a collection, or waits until the call that has it has ended.
        ///
        /// - Returns: Whether this call has the turn now, and must end it.
        func begin(_ name: String) async throws -> Bool {
            let key = state.withLock { state -> Int? in
                guard state.waiting[name] != nil else {
                    state.waiting[name] = [:]
                    return nil
                }
                state.lastKey += 1
                return state.lastKey
            }
            guard let key else { return true }
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let isWaiting = state.withLock { state in
                        guard state.waiting[name] != nil else { return false }
                        state.waiting[name]?[key] = continuation
                        return true
                    }
                    if !isWaiting { continuation.resume() }
                    // The task may have been cancelled before the call began to wait.
                    if Task.isCancelled { giveUp(name, key) }
                }
            } onCancel: {
                giveUp(name, key)
            }
            return false
        }

        /// Ends the turn, and resumes the waiting calls.
        func end(_ name: String) {
            let waiting = state.withLock { $0.waiting.removeValue(forKey: name) }
            waiting?.values.forEach { $0.resume() }
        }

        private func giveUp(_ name: String, _ key: Int) {
            state.withLock { $0.waiting[name]?.removeValue(forKey: key) }?.resume(throwing: CancellationError())
        }
    }
#endif
