#if PostgreSQL
    extension PostgreSQLConnection {
        /// What became of a transaction.
        enum Outcome<T: Sendable>: Sendable {
            case committed(T)
            /// The connection broke while the server committed: whether it did is not known.
            case unknown(T)
        }

        /// Runs a body in a transaction, which is taken back if it throws.
        func transaction<T: Sendable>(
            _ body: (isolated PostgreSQLConnection) throws -> T
        ) throws -> Outcome<T> {
            // Said in full: the server's defaults may be others.
            try execute("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
            let value: T
            do {
                value = try body(self)
            } catch {
                // Where this fails too the connection is not used again, and the server takes the transaction back.
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
