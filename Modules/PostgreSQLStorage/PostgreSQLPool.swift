#if PostgreSQL
    import FeatureStorage
    import Synchronization

    /// The connections of a store: opened when they are needed, kept for the next, dropped when they broke.
    final class PostgreSQLPool: Sendable {
        /// A connection that is one's own until it is given back.
        struct Lease {
            let connection: PostgreSQLConnection
            /// Whether it was opened a moment ago, so that it cannot have broken long since.
            let isNew: Bool
        }

        private struct State {
            var ledger: PoolLedger<PostgreSQLConnection, Waiter>
            var lastKey = 0
        }

        private struct Waiter {
            let continuation: CheckedContinuation<Lease, any Error>
            /// Ends the waiting when its time is over.
            var timer: Task<Void, Never>?

            func resume(with result: Result<Lease, any Error>) {
                timer?.cancel()
                continuation.resume(with: result)
            }
        }

        /// How long a call waits for a connection: others may hold all of them for long, as an import does.
        ///
        /// Longer than the opening of a connection may take, so that a server that does not answer is told as such.
        static let patience = Duration.seconds(15)

        private let state: Mutex<State>
        let place: PostgreSQLPlace
        private let limit: Int
        private let clock: any Clock<Duration>

        init(place: PostgreSQLPlace, limit: Int, clock: any Clock<Duration>) {
            (self.place, self.limit, self.clock) = (place, limit, clock)
            state = Mutex(State(ledger: PoolLedger(limit: limit)))
        }

        /// Waits for a connection, no longer than ``patience``.
        ///
        /// - Throws: `StorageError` if there is none to be had, `CancellationError`.
        func lease() async throws -> Lease {
            let key = state.withLock { state in
                state.lastKey += 1
                return state.lastKey
            }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let idle = state.withLock { state -> PostgreSQLConnection? in
                        if !Task.isCancelled, let connection = state.ledger.lease() { return connection }
                        state.ledger.wait(Waiter(continuation: continuation), key: key)
                        return nil
                    }
                    if let idle {
                        continuation.resume(returning: Lease(connection: idle, isNew: false))
                    } else {
                        limitWaiting(key)
                    }
                    // The handler ran before there was anything to find.
                    if Task.isCancelled { giveUp(key) }
                    openIfNeeded()
                }
            } onCancel: {
                giveUp(key)
            }
        }

        /// Takes a connection back; one that broke takes all with it that were idle meanwhile, as they have broken too.
        func giveBack(_ connection: PostgreSQLConnection, isUsable: Bool, isLost: Bool) {
            let dropped = state.withLock { $0.ledger.giveBack(connection, isUsable: isUsable, isLost: isLost) }
            // Closed here rather than under the lock.
            withExtendedLifetime(dropped) {}
            serve(isNew: false)
            openIfNeeded()
        }

        /// Gives idle connections to those who wait.
        private func serve(isNew: Bool) {
            while let (waiter, connection) = state.withLock({ $0.ledger.serve() }) {
                waiter.resume(with: .success(Lease(connection: connection, isNew: isNew)))
            }
        }

        private func giveUp(_ key: Int) {
            state.withLock { $0.ledger.giveUp(key) }?.resume(with: .failure(CancellationError()))
        }

        /// Ends a call's waiting when its time is over.
        private func limitWaiting(_ key: Int) {
            let timer = Task { [clock] in
                guard (try? await clock.sleep(for: Self.patience)) != nil else { return }
                let isInUse = state.withLock { $0.ledger.leased > 0 }
                let reason =
                    isInUse
                    ? "all \(limit) connections are in use for longer than 15 seconds"
                    : "no connection could be opened within 15 seconds"
                let error = StorageError.unavailable(place, "\(reason); try again later")
                state.withLock { $0.ledger.giveUp(key) }?.resume(with: .failure(error))
            }
            let isWaiting = state.withLock { $0.ledger.update(key) { $0.timer = timer } }
            if !isWaiting { timer.cancel() }
        }

        /// Opens connections for those who wait, as far as the limit allows.
        ///
        /// A waiter may go meanwhile: what was opened for it serves the next.
        private func openIfNeeded() {
            let count = state.withLock { $0.ledger.beginOpening() }
            for _ in 0..<count {
                Task {
                    let connection = PostgreSQLConnection()
                    do {
                        try await connection.open(place)
                        state.withLock { $0.ledger.opened(connection) }
                        serve(isNew: true)
                    } catch {
                        fail(error)
                    }
                }
            }
        }

        /// Tells calls that wait why no connection could be opened for them.
        private func fail(_ error: any Error) {
            let isFull = (error as? PostgreSQLFailure)?.isOfFullServer == true
            let failed = state.withLock { $0.ledger.failedToOpen(isFull: isFull) }
            let told = (error as? PostgreSQLFailure).map { StorageError($0, place) } ?? error
            failed.forEach { $0.resume(with: .failure(told)) }
            if !failed.isEmpty { openIfNeeded() }
        }
    }
#endif
