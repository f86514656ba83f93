#if PostgreSQL
    import FeatureStorage

    extension PostgreSQLCollection {
        /// Appends rows until `next` returns no rows.
        ///
        /// If this method throws, the caller rolls the transaction back.
        mutating func load(
            _ next: () throws -> [RowInsert], into name: String, batch: Int64, logLimit: Int,
            in db: isolated PostgreSQLConnection
        ) throws -> (count: Int, change: Int64?) {
            // A slow source may keep the transaction idle for longer than a normal write does.
            try db.execute("SET LOCAL idle_in_transaction_session_timeout = '10min'")
            let start = number
            isFilled = true
            let writer = writer(batch, isLogged: false)
            var run = PostgreSQLInserts(after: number)
            while case let inserts = try next(), !inserts.isEmpty {
                // The server can cancel only a statement that is being executed, so check between statements.
                if db.canceller.wasUsed { throw CancellationError() }
                for insert in inserts {
                    number += 1
                    count(1)
                    run.append(insert)
                    if run.isFull { try writer.insert(&run, in: db) }
                }
            }
            try writer.insert(&run, in: db)
            let count = Int(number - start)
            // The number of inserted rows is known only now. If it exceeds the log's limit, log no row.
            if count <= logLimit { try log(after: start, batch, in: db) }
            try trim(to: count <= logLimit ? logLimit : 0, in: db)
            try PostgreSQLReferences.verify(nil, after: start, of: name, key, in: db)
            if count > 0 { try PostgreSQLHistory.note(count, in: key, db) }
            return (count, try finish(batch, in: db))
        }

        private func log(after start: Int64, _ batch: Int64, in db: isolated PostgreSQLConnection) throws {
            let sql = """
                INSERT INTO change (collection, number, kind, id, json, batch, position)
                SELECT collection, revision, \(StoredChange.insertKind), id, json, $3, position
                FROM record WHERE collection = $1 AND position > $2
                """
            try db.execute(sql, [.integer(key), .integer(start), .integer(batch)])
        }
    }
#endif
