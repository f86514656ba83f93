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
            var idle: [PostgreSQLConnection] = []
            var leased = 0
            var opening = 0
            /// The calls that wait for a connection, by keys that grow.
            var waiting: [Waiter] = []
            var lastKey = 0

            mutating func remove(_ key: Int) -> Waiter? {
                waiting.firstIndex { $0.key == key }.map { waiting.remove(at: $0) }
            }
        }

        private struct Waiter {
            let key: Int
            let continuation: CheckedContinuation<Lease, any Error>
            /// Ends the waiting when its time is over.
            var timer: Task<Void, Never>?

            func resume(with result: Result<Lease, any Error>) {
                timer?.cancel()
                continuation.resume(with: result)
            }
        }

        /// How long a call waits for a connection: others may hold all of them for long, as an import does.
        static let patience = Duration.seconds(10)

        private let state = Mutex(State())
        let place: PostgreSQLPlace
        private let limit: Int
        private let clock: any Clock<Duration>

        init(place: PostgreSQLPlace, limit: Int, clock: any Clock<Duration>) {
            (self.place, self.limit, self.clock) = (place, limit, clock)
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
                        if !Task.isCancelled, let connection = state.idle.popLast() {
                            state.leased += 1
                            return connection
                        }
                        state.waiting.append(Waiter(key: key, continuation: continuation))
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
            let dropped = state.withLock { state -> [PostgreSQLConnection] in
                state.leased -= 1
                if isUsable { state.idle.append(connection) }
                guard isLost else { return [] }
                defer { state.idle = [] }
                return state.idle
            }
            // Closed here rather than under the lock.
            withExtendedLifetime(dropped) {}
            serve(isNew: false)
            openIfNeeded()
        }

        /// Gives idle connections to those who wait.
        private func serve(isNew: Bool) {
            while let (waiter, connection) = state.withLock({ state in
                guard !state.waiting.isEmpty, let connection = state.idle.popLast() else { return nil }
                state.leased += 1
                return (state.waiting.removeFirst(), connection)
            }) as (Waiter, PostgreSQLConnection)? {
                waiter.resume(with: .success(Lease(connection: connection, isNew: isNew)))
            }
        }

        private func giveUp(_ key: Int) {
            state.withLock { $0.remove(key) }?.resume(with: .failure(CancellationError()))
        }

        /// Ends a call's waiting when its time is over.
        private func limitWaiting(_ key: Int) {
            let timer = Task { [clock] in
                guard (try? await clock.sleep(for: Self.patience)) != nil else { return }
                let error = StorageError.unavailable(
                    place, "all \(limit) connections are in use for longer than 10 seconds; try again later")
                state.withLock { $0.remove(key) }?.resume(with: .failure(error))
            }
            let isWaiting = state.withLock { state in
                guard let index = state.waiting.firstIndex(where: { $0.key == key }) else { return false }
                state.waiting[index].timer = timer
                return true
            }
            if !isWaiting { timer.cancel() }
        }

        /// Opens connections for those who wait, as far as the limit allows.
        ///
        /// A waiter may go meanwhile: what was opened for it serves the next.
        private func openIfNeeded() {
            let count = state.withLock { state in
                let room = limit - state.idle.count - state.leased - state.opening
                let count = max(0, min(room, state.waiting.count - state.opening))
                state.opening += count
                return count
            }
            for _ in 0..<count {
                Task {
                    let connection = PostgreSQLConnection()
                    do {
                        try await connection.open(place)
                        state.withLock { state in
                            state.opening -= 1
                            state.idle.append(connection)
                        }
                        serve(isNew: true)
                    } catch {
                        fail(error)
                    }
                }
            }
        }

        /// Tells a waiting call why no connection could be opened for it; all of them, if none is in use or being opened.
        ///
        /// A server that takes no more connections is no reason to fail while there are some: the next that is given back
        /// serves.
        private func fail(_ error: any Error) {
            let isFull = (error as? PostgreSQLFailure)?.isOfFullServer == true
            let failed = state.withLock { state -> [Waiter] in
                state.opening -= 1
                let isLast = state.leased == 0 && state.opening == 0
                guard isLast || !isFull else { return [] }
                let failed = state.waiting.prefix(isLast ? state.waiting.count : 1)
                state.waiting.removeFirst(failed.count)
                return Array(failed)
            }
            let told = (error as? PostgreSQLFailure).map { StorageError($0, place) } ?? error
            failed.forEach { $0.resume(with: .failure(told)) }
            if !failed.isEmpty { openIfNeeded() }
        }
    }
#endif
