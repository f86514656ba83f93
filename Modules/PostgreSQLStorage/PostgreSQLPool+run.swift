#if PostgreSQL
    import FeatureStorage

    extension PostgreSQLPool {
        /// The maximum number of attempts for a transaction that the server aborts because of concurrent transactions.
        private static var attemptLimit: Int { 20 }

        /// Runs a closure on a leased connection.
        ///
        /// Retries on a new connection if an idle connection turns out to be broken. Retries also after a conflict with
        /// a concurrent transaction.
        ///
        /// - Parameters:
        ///   - isRead: Whether the closure only reads. One connection is reserved for other closures.
        ///   - body: The closure.
        /// - Throws: `StorageError`; `CancellationError`.
        func run<T: Sendable>(
            isRead: Bool = false, _ body: @escaping @Sendable (isolated PostgreSQLConnection) throws -> T
        ) async throws -> T {
            for attempt in 1... {
                try Task.checkCancellation()
                let lease = try await lease(isRead: isRead)
                do {
                    return try await run(body, on: lease)
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
            _ body: @escaping @Sendable (isolated PostgreSQLConnection) throws -> T, on lease: Lease
        ) async throws -> T {
            let connection = lease.connection
            let result = await withTaskCancellationHandler {
                do {
                    return Result<T, any Error>.success(try await connection.run(body))
                } catch {
                    return .failure(error)
                }
            } onCancel: {
                connection.canceller.cancel()
            }
            // Check after the scope of the cancellation handler: from here on, no cancel request can start.
            let isUsable = await connection.isReusable
            var isLost = false
            if case .failure(let failure as PostgreSQLFailure) = result { isLost = failure.isLost }
            giveBack(lease, isUsable: isUsable, isLost: isLost)
            return try result.get()
        }
    }
#endif
