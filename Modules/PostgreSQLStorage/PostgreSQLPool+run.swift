#if PostgreSQL
    import FeatureStorage

    extension PostgreSQLPool {
        /// How often a transaction is tried that the server gives up because others were in its way.
        private static var attemptLimit: Int { 20 }

        /// Runs a body on a connection; once more for each reason that is not the body's own.
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
                    if failure.isFinal || !isRepeatable { throw StorageError(failure, place) }
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
            // After the handler's scope, so that a request to cancel is either known or never made.
            let isUsable = await connection.isReusable
            var isLost = false
            if case .failure(let failure as PostgreSQLFailure) = result { isLost = failure.isLost }
            giveBack(connection, isUsable: isUsable, isLost: isLost)
            return try result.get()
        }
    }
#endif
