#if PostgreSQL
    import FeatureStorage

    extension PostgreSQLCollection {
        /// Adds rows at the end until there are no more; whoever calls takes everything back if it throws.
        mutating func load(
            _ next: () throws -> [RowInsert], batch: Int64, logLimit: Int, in db: isolated PostgreSQLConnection
        ) throws -> Int {
            // A source may take its time, as a write may not.
            try db.execute("SET LOCAL idle_in_transaction_session_timeout = '10min'")
            let start = number
            isFilled = true
            let writer = PostgreSQLWriter(key: key, batch: batch, isLogged: false)
            var run = PostgreSQLInserts(after: number)
            while case let inserts = try next(), !inserts.isEmpty {
                // Between statements there is nothing that the server could cancel.
                if db.canceller.wasUsed { throw CancellationError() }
                for insert in inserts {
                    number += 1
                    run.append(insert)
                    if run.isFull { try writer.insert(&run, in: db) }
                }
            }
            try writer.insert(&run, in: db)
            let count = Int(number - start)
            // Told from the rows themselves, when their number is known: of more than the log keeps, none is written.
            if count <= logLimit { try log(after: start, batch, in: db) }
            try trim(to: count <= logLimit ? logLimit : 0, in: db)
            try finish(batch, in: db)
            return count
        }

        private func log(after start: Int64, _ batch: Int64, in db: isolated PostgreSQLConnection) throws {
            let sql = """
                INSERT INTO change (collection, number, kind, id, json, batch)
                SELECT collection, revision, \(StoredChange.insertKind), id, json, $3
                FROM record WHERE collection = $1 AND position > $2
                """
            try db.execute(sql, [.integer(key), .integer(start), .integer(batch)])
        }
    }
#endif
