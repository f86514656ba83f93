#if PostgreSQL
    extension PostgreSQLConnection {
        /// The outcome of a transaction.
        enum Outcome<T: Sendable>: Sendable {
            case committed(T)
            /// The connection broke during the commit; the transaction may or may not be saved.
            case unknown(T)
        }

        /// Runs a body in a transaction; rolls back if the body throws.
        func transaction<T: Sendable>(
            _ body: (isolated PostgreSQLConnection) throws -> T
        ) throws -> Outcome<T> {
            // Explicit, because the server's defaults may differ.
            try execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
            let value: T
            do {
                value = try body(self)
            } catch {
                // If the rollback fails, the connection is not used again, and the server rolls back.
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
