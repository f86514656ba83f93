#if PostgreSQL
    import CLibPQ
    import Dispatch
    import Synchronization

    /// Asks the server to give up what a connection does.
    ///
    /// A connection that was cancelled is not used again: the request may arrive late, and would hit what comes next.
    final class PostgreSQLCanceller: Sendable {
        private struct State: @unchecked Sendable {  // libpq allows PQcancel from any thread
            var request: OpaquePointer?
            var wasUsed = false
        }

        private let state = Mutex(State())

        deinit { state.withLock { PQfreeCancel($0.request) } }

        var wasUsed: Bool { state.withLock(\.wasUsed) }

        func ready(_ connection: OpaquePointer?) {
            state.withLock { $0.request = PQgetCancel(connection) }
        }

        /// Cancels; returns at once.
        func cancel() {
            state.withLock { $0.wasUsed = true }
            // It connects, which may block.
            DispatchQueue(label: "PostgreSQL cancellation").async {
                var reason = [CChar](repeating: 0, count: 256)
                _ = PQcancel(self.state.withLock { $0 }.request, &reason, Int32(reason.count))
            }
        }
    }
#endif
