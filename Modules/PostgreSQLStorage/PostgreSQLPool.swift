#if PostgreSQL
    import FeatureStorage
    import Synchronization

    /// Opens a store's connections on demand, reuses them, and discards broken connections.
    final class PostgreSQLPool: Sendable {
        /// A connection that is reserved for one call until the call gives it back.
        struct Lease {
            let connection: PostgreSQLConnection
            /// Whether the connection was just opened.
            ///
            /// An older connection may have broken while it was idle.
            let isNew: Bool
            /// Whether the call only reads.
            let isRead: Bool
        }

        private struct State {
            var ledger: PoolLedger<PostgreSQLConnection, Waiter>
            var lastKey = 0
        }

        private struct Waiter {
            let continuation: CheckedContinuation<Lease, any Error>
            let isRead: Bool
            /// Fails the call when it has waited for ``patience``.
            var timer: Task<Void, Never>?

            func resume(with result: Result<Lease, any Error>) {
                timer?.cancel()
                continuation.resume(with: result)
            }
        }

        /// The maximum time that a call waits for a connection.
        ///
        /// The wait may be long, because other calls, such as an import, may use all connections.
        ///
        /// This time is longer than the timeout for opening a connection. If the server does not answer, the call
        /// therefore fails with the error of the connection attempt.
        static let patience = Duration.seconds(15)

        private let state: Mutex<State>
        let location: PostgreSQLLocation
        private let limit: Int
        private let clock: any Clock<Duration>

        init(location: PostgreSQLLocation, limit: Int, clock: any Clock<Duration>) {
            (self.location, self.limit, self.clock) = (location, limit, clock)
            state = Mutex(State(ledger: PoolLedger(limit: limit)))
        }

        /// Reserves a connection.
        ///
        /// Waits for at most ``patience``.
        ///
        /// - Parameter isRead: Whether the call only reads. One connection is reserved for other calls.
        /// - Throws: `StorageError` if no connection becomes free; `CancellationError`.
        func lease(isRead: Bool) async throws -> Lease {
            let key = state.withLock { state in
                state.lastKey += 1
                return state.lastKey
            }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let idle = state.withLock { state -> PostgreSQLConnection? in
                        if !Task.isCancelled, let connection = state.ledger.lease(isRead: isRead) { return connection }
                        state.ledger.wait(Waiter(continuation: continuation, isRead: isRead), key: key, isRead: isRead)
                        return nil
                    }
                    if let idle {
                        continuation.resume(returning: Lease(connection: idle, isNew: false, isRead: isRead))
                    } else {
                        limitWaiting(key)
                    }
                    // The task may have been cancelled before the call entered the queue.
                    if Task.isCancelled { giveUp(key) }
                    openIfNeeded()
                }
            } onCancel: {
                giveUp(key)
            }
        }

        /// Takes back a connection.
        ///
        /// If the connection broke, discards all idle connections too, because they have also broken.
        func giveBack(_ lease: Lease, isUsable: Bool, isLost: Bool) {
            let dropped = state.withLock {
                $0.ledger.giveBack(lease.connection, isUsable: isUsable, isLost: isLost, isRead: lease.isRead)
            }
            // Close the discarded connections without holding the lock.
            withExtendedLifetime(dropped) {}
            serve(isNew: false)
            openIfNeeded()
        }

        /// Leases idle connections to the waiting calls.
        private func serve(isNew: Bool) {
            while let (waiter, connection) = state.withLock({ $0.ledger.serve() }) {
                waiter.resume(with: .success(Lease(connection: connection, isNew: isNew, isRead: waiter.isRead)))
            }
        }

        private func giveUp(_ key: Int) {
            state.withLock { $0.ledger.giveUp(key) }?.resume(with: .failure(CancellationError()))
        }

        /// Fails a waiting call when it has waited for ``patience``.
        private func limitWaiting(_ key: Int) {
            let timer = Task { [clock] in
                guard (try? await clock.sleep(for: Self.patience)) != nil else { return }
                let isInUse = state.withLock { $0.ledger.leased > 0 }
                let reason =
                    isInUse
                    ? "all \(limit) connections were in use for 15 seconds"
                    : "no connection could be opened within 15 seconds"
                let error = StorageError.unavailable(location, "\(reason); try again later")
                state.withLock { $0.ledger.giveUp(key) }?.resume(with: .failure(error))
            }
            let isWaiting = state.withLock { $0.ledger.update(key) { $0.timer = timer } }
            if !isWaiting { timer.cancel() }
        }

        /// Opens connections for the waiting calls, within the limit.
        ///
        /// If a call stops waiting before its connection is open, the connection serves the next call.
        private func openIfNeeded() {
            let count = state.withLock { $0.ledger.beginOpening() }
            for _ in 0..<count {
                Task {
                    let connection = PostgreSQLConnection()
                    do {
                        try await connection.open(location)
                        state.withLock { $0.ledger.opened(connection) }
                        serve(isNew: true)
                    } catch {
                        fail(error)
                    }
                }
            }
        }

        /// Fails waiting calls with the error of the failed attempt to open a connection.
        private func fail(_ error: any Error) {
            let isFull = (error as? PostgreSQLFailure)?.isOfFullServer == true
            let failed = state.withLock { $0.ledger.failedToOpen(isFull: isFull) }
            let told = (error as? PostgreSQLFailure).map { StorageError($0, location) } ?? error
            failed.forEach { $0.resume(with: .failure(told)) }
            if !failed.isEmpty { openIfNeeded() }
        }
    }
#endif
