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
            /// Who waits for a connection, by keys that grow.
            var waiting: [(key: Int, continuation: CheckedContinuation<Lease, any Error>)] = []
            var lastKey = 0
        }

        private let state = Mutex(State())
        let place: PostgreSQLPlace
        private let limit: Int

        init(place: PostgreSQLPlace, limit: Int) {
            (self.place, self.limit) = (place, limit)
        }

        /// Waits for a connection.
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
                        state.waiting.append((key, continuation))
                        return nil
                    }
                    if let idle { continuation.resume(returning: Lease(connection: idle, isNew: false)) }
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
            while let (continuation, connection) = state.withLock({ state in
                guard !state.waiting.isEmpty, let connection = state.idle.popLast() else { return nil }
                state.leased += 1
                return (state.waiting.removeFirst().continuation, connection)
            }) as (CheckedContinuation<Lease, any Error>, PostgreSQLConnection)? {
                continuation.resume(returning: Lease(connection: connection, isNew: isNew))
            }
        }

        private func giveUp(_ key: Int) {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.key == key }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
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

        /// Tells those who wait that there is no connection, unless one is in use that they can have later.
        private func fail(_ error: any Error) {
            let failed = state.withLock { state -> [CheckedContinuation<Lease, any Error>] in
                state.opening -= 1
                guard state.leased == 0, state.opening == 0 else { return [] }
                defer { state.waiting = [] }
                return state.waiting.map(\.continuation)
            }
            let told = (error as? PostgreSQLFailure).map { StorageError($0, place) } ?? error
            failed.forEach { $0.resume(throwing: told) }
        }
    }
#endif
