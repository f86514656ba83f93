#if PostgreSQL
    extension PostgreSQLConnection {
        /// The outcome of a transaction.
        enum Outcome<T: Sendable>: Sendable {
            case committed(T)
            /// The connection broke during the commit. It is unknown whether the transaction was saved.
            case unknown(T)
        }

        /// Runs a closure in a transaction.
        ///
        /// Rolls the transaction back if the closure throws.
        func transaction<T: Sendable>(
            isReadOnly: Bool = false, _ body: (isolated PostgreSQLConnection) throws -> T
        ) throws -> Outcome<T> {
            // Set the isolation level explicitly, because the server's default may differ.
            try execute("BEGIN ISOLATION LEVEL READ COMMITTED READ \(isReadOnly ? "ONLY" : "WRITE")")
            let value: T
            do {
                value = try body(self)
            } catch {
                // If the rollback fails, the connection is not used again and the server rolls the transaction back.
                try? execute("ROLLBACK")
                throw error
            }
            do {
                try execute("COMMIT")
            } catch let failure as PostgreSQLFailure where failure.isLost {
                return .unknown(value)
            }
            return .committed(value)
        }
    }
#endif
