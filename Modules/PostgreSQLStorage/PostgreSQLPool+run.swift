#if PostgreSQL
    import FeatureStorage

    extension PostgreSQLPool {
        /// How many times to try a transaction that the server aborts because of concurrent ones.
        private static var attemptLimit: Int { 20 }

        /// Runs a body on a leased connection.
        ///
        /// Retries on a new connection if an idle one had broken, and after a conflict with a concurrent transaction.
        ///
        /// - Throws: `StorageError`, `CancellationError`.
        func run<T: Sendable>(
            _ body: @escaping @Sendable (isolated PostgreSQLConnection) throws -> T
        ) async throws -> T {
            for attempt in 1... {
                try Task.checkCancellation()
                let lease = try await lease()
                do {
                    return try await run(body, on: lease.connection)
                } catch let failure as PostgreSQLFailure {
                    if lease.connection.canceller.wasUsed { throw CancellationError() }
                    let isRepeatable =
                        failure.isLost && !lease.isNew || failure.isWorthRepeating && attempt < Self.attemptLimit
                    if failure.isFinal || !isRepeatable { throw StorageError(failure, location) }
                }
            }
            throw CancellationError()
        }

        private func run<T: Sendable>(
            _ body: @escaping @Sendable (isolated PostgreSQLConnection) throws -> T, on connection: PostgreSQLConnection
        ) async throws -> T {
            let result = await withTaskCancellationHandler {
                do {
                    return Result<T, any Error>.success(try await connection.run(body))
                } catch {
                    return .failure(error)
                }
            } onCancel: {
                connection.canceller.cancel()
            }
            // After the handler's scope: no cancellation can start later than this check.
            let isUsable = await connection.isReusable
            var isLost = false
            if case .failure(let failure as PostgreSQLFailure) = result { isLost = failure.isLost }
            giveBack(connection, isUsable: isUsable, isLost: isLost)
            return try result.get()
        }
    }
#endif
