#if PostgreSQL
    import CLibPQ
    import Dispatch
    import Synchronization

    /// Asks the server to cancel the statement that a connection is executing.
    ///
    /// After a cancellation the connection is not used again, because a delayed cancel request would cancel the next
    /// statement on this connection.
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

        /// Sends the cancel request on another thread and returns immediately.
        func cancel() {
            state.withLock { $0.wasUsed = true }
            // `PQcancel` opens a connection to the server. Opening it may block.
            DispatchQueue(label: "PostgreSQL cancellation").async {
                var reason = [CChar](repeating: 0, count: 256)
                _ = PQcancel(self.state.withLock { $0 }.request, &reason, Int32(reason.count))
            }
        }
    }
#endif
