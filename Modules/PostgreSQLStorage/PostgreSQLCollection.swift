#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    /// One collection within a transaction that writes to it.
    ///
    /// The transaction locks the collection's row, so only one transaction at a time writes to the collection.
    ///
    /// Each change increments the collection's number. The position of a row is the number of its insertion. The
    /// revision of a row is the number of its last change.
    struct PostgreSQLCollection {
        let key: Int64
        /// The number of the last change.
        var number: Int64
        /// The number of the last change that was removed from the log.
        private(set) var floor: Int64
        var isFilled: Bool
        /// The id of the last batch that was written.
        private var lastBatch: Int64
        /// The stamp of the collection's index; `nil` without an index.
        let stamp: String?
        /// The index, which writes keep current.
        ///
        /// It is `nil` without an index, and for the index of a program with another version of the index.
        let index: PostgreSQLIndex?
        /// The number of rows; `nil` if a program has written that does not count the rows.
        private(set) var rowCount: Int64?

        /// Finds a collection and locks it until the transaction ends.
        ///
        /// - Parameter note: How the transaction notes its writes in the history.
        init?(_ name: String, noting note: PostgreSQLHistory.Note, in db: isolated PostgreSQLConnection) throws {
            let sql = """
                SELECT key, number, floor, is_filled, batch, stamp, row_count, counted_number = number,
                    set_config('featurehost.cause', $2, true), set_config('featurehost.change', $3, true),
                    set_config('featurehost.history', $4, true)
                FROM collection WHERE sha256(name) = sha256($1) FOR UPDATE
                """
            let result = try db.execute(sql, [.bytes(name.keyBytes)] + note.parameters)
            guard !result.isEmpty else { return nil }
            (key, number, floor) = (result.integer(0, 0), result.integer(0, 1), result.integer(0, 2))
            (isFilled, lastBatch) = (result.bool(0, 3), result.integer(0, 4))
            if result.isNull(0, 5) {
                (stamp, index) = (nil, nil)
            } else {
                let stamp = result.text(0, 5)
                (self.stamp, index) = (stamp, try PostgreSQLIndex(key: key, stamp: stamp, in: db))
            }
            rowCount = result.bool(0, 7) ? result.integer(0, 6) : nil
        }

        /// Creates a collection if it is missing, and locks it.
        static func locked(
            _ name: String, noting note: PostgreSQLHistory.Note, in db: isolated PostgreSQLConnection
        ) throws -> PostgreSQLCollection {
            if let collection = try PostgreSQLCollection(name, noting: note, in: db) { return collection }
            try db.execute("INSERT INTO collection (name) VALUES ($1) ON CONFLICT DO NOTHING", [.bytes(name.keyBytes)])
            guard let collection = try PostgreSQLCollection(name, noting: note, in: db) else {
                preconditionFailure("the collection must exist, because collections are never removed")
            }
            return collection
        }

        /// Returns whether a batch was written.
        ///
        /// `number` is the number of the batch's last change.
        func holds(_ batch: Int64, at number: Int64, in db: isolated PostgreSQLConnection) throws -> Bool {
            if lastBatch == batch { return true }
            let sql = "SELECT FROM change WHERE collection = $1 AND number = $2 AND batch = $3"
            return try !db.execute(sql, [.integer(key), .integer(number), .integer(batch)]).isEmpty
        }

        /// Applies a batch.
        ///
        /// If this method throws, the caller rolls the transaction back.
        ///
        /// - Returns: The written rows, and the number of the change in the history.
        mutating func write(
            _ writes: [RowWrite], batch: Int64, logLimit: Int, isOfMany: Bool, in db: isolated PostgreSQLConnection
        ) throws -> (rows: [StoredRow], change: Int64?) {
            let writer = writer(batch, isLogged: writes.count <= logLimit)
            var rows: [StoredRow] = []
            var run = PostgreSQLInserts(after: number)
            for write in writes {
                number += 1
                switch write {
                case .restore(let insert, let position):
                    count(1)
                    try writer.insert(&run, in: db)
                    try writer.restore(insert, at: position, as: number, in: db)
                    rows.append(
                        StoredRow(id: insert.id, values: insert.values, revision: number, position: position))
                    run = PostgreSQLInserts(after: number)
                case .insert(let insert):
                    count(1)
                    rows.append(StoredRow(id: insert.id, values: insert.values, revision: number))
                    run.append(insert)
                    if run.isFull { try writer.insert(&run, in: db) }
                case .update(let insert, let revision):
                    try writer.insert(&run, in: db)
                    let position = try writer.update(insert, expecting: revision, as: number, in: db)
                    rows.append(
                        StoredRow(id: insert.id, values: insert.values, revision: number, position: position))
                    run = PostgreSQLInserts(after: number)
                case .delete(let id, let revision):
                    count(-1)
                    try writer.insert(&run, in: db)
                    try writer.delete(id, expecting: revision, as: number, in: db)
                    run = PostgreSQLInserts(after: number)
                }
            }
            try writer.insert(&run, in: db)
            try trim(to: writer.isLogged ? logLimit : 0, in: db)
            if isOfMany, !writes.isEmpty { try PostgreSQLHistory.note(writes.count, in: key, db) }
            return (rows, try finish(batch, in: db))
        }

        /// Returns the writer of a batch.
        func writer(_ batch: Int64, isLogged: Bool) -> PostgreSQLWriter {
            PostgreSQLWriter(
                key: key, batch: batch, isLogged: isLogged, index: index, isIndexed: stamp == nil || index != nil)
        }

        /// Changes the number of rows.
        mutating func count(_ change: Int64) { rowCount = rowCount.map { $0 + change } }

        /// Removes half of the log at once when the log exceeds its limit, so that most writes remove nothing.
        mutating func trim(to limit: Int, in db: isolated PostgreSQLConnection) throws {
            guard number - floor > limit else { return }
            floor = number - Int64(limit / 2)
            try db.execute(
                "DELETE FROM change WHERE collection = $1 AND number <= $2", [.integer(key), .integer(floor)])
        }

        /// Saves the collection's own row, and notifies listeners when the transaction commits.
        ///
        /// - Returns: The number of the change in the history; `nil` if no value has changed.
        func finish(_ batch: Int64, in db: isolated PostgreSQLConnection) throws -> Int64? {
            let sql = """
                WITH moved AS (
                    UPDATE collection SET number = $2, floor = $3, is_filled = $4, batch = $5, row_count = $6,
                        counted_number = $7
                    WHERE key = $1
                ) SELECT pg_notify(current_schema, ''), \(PostgreSQLHistory.setting("change"))::bigint
                """
            let result = try db.execute(
                sql,
                [
                    .integer(key), .integer(number), .integer(floor), .bool(isFilled), .integer(batch),
                    .integer(rowCount ?? 0), .integer(rowCount == nil ? -1 : number),
                ])
            return result.isNull(0, 1) ? nil : result.integer(0, 1)
        }
    }
#endif
