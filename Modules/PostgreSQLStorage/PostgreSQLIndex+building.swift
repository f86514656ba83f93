#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    extension PostgreSQLIndex {
        /// The first key of the advisory locks of indexes: the characters "FHsx".
        private static let lock: Int64 = 0x4648_7378
        /// The number of rows that are in memory at once.
        private static let batchSize: Int64 = 1_000

        /// Makes the index of a collection current, in a transaction that locks the collection until it ends.
        ///
        /// One process builds an index. The others wait for it.
        ///
        /// - Returns: The index; `nil` if the collection does not exist.
        static func updated(
            for name: String, _ index: RecordIndex, _ stamp: String, at location: PostgreSQLLocation,
            in db: isolated PostgreSQLConnection
        ) throws -> PostgreSQLIndex? {
            do {
                try db.execute(
                    "SELECT pg_advisory_xact_lock($1::int, hashtext($2 || encode(sha256($3), 'hex')))",
                    [.integer(lock), .text(location.schema), .bytes(name.keyBytes)])
            } catch let failure as PostgreSQLFailure where failure.isOfLock {
                throw StorageError.indexIsBeingBuilt(location)
            }
            guard let collection = try PostgreSQLCollection(name, noting: .nothing, in: db) else { return nil }
            let new = PostgreSQLIndex(key: collection.key, index: index)
            if collection.stamp == stamp {
                try new.refresh(in: db)
            } else {
                try new.build(in: db)
                try db.execute(
                    "UPDATE collection SET stamp = $2 WHERE key = $1", [.integer(collection.key), .text(stamp)])
            }
            try db.execute("DELETE FROM stale WHERE collection = $1", [.integer(collection.key)])
            return new
        }

        /// Writes the entries of the rows that a program without indexes wrote.
        private func refresh(in db: isolated PostgreSQLConnection) throws {
            // A row that was deleted is not joined. The database has removed its entry.
            let sql = """
                SELECT r.position, r.json FROM stale s
                JOIN record r ON r.collection = s.collection AND r.position = s.position
                WHERE s.collection = $1 AND s.position > $2 ORDER BY s.position LIMIT $3
                """
            try forEachBatch(sql, in: db) { try put($0, in: db) }
        }

        /// Builds the index.
        ///
        /// Queries of an older index can read its table until the end.
        private func build(in db: isolated PostgreSQLConnection) throws {
            let new = "new_\(table)"
            let columns = columns.map { ", \($0) bytea NOT NULL" }.joined()
            try db.execute(
                """
                CREATE TABLE \(new) (
                    position bigint PRIMARY KEY, text text COLLATE "C" NOT NULL, trigrams int[] NOT NULL\(columns)
                )
                """)
            let sql = """
                SELECT position, json FROM record WHERE collection = $1 AND position > $2 ORDER BY position LIMIT $3
                """
            try forEachBatch(sql, in: db) { try insert($0, into: new, in: db) }
            try db.execute("CREATE INDEX ON \(new) USING gin (trigrams)")
            for column in self.columns { try db.execute("CREATE INDEX ON \(new) (\(column), position)") }
            try db.execute("ANALYZE \(new)")
            try db.execute("DROP TABLE IF EXISTS \(table); ALTER TABLE \(new) RENAME TO \(table)")
        }

        /// Reads rows in the order of their positions.
        ///
        /// - Parameter sql: Selects the position and the values of the first rows of a collection after a position.
        private func forEachBatch(
            _ sql: String, in db: isolated PostgreSQLConnection,
            _ body: ([(position: Int64, values: [String: FieldValue])]) throws -> Void
        ) throws {
            var last: Int64 = 0
            while true {
                // The server can cancel only a statement that is being executed, so check between statements.
                if db.canceller.wasUsed { throw CancellationError() }
                let result = try db.execute(sql, [.integer(key), .integer(last), .integer(Self.batchSize)])
                guard let end = result.indices.last else { return }
                last = result.integer(end, 0)
                try body(
                    result.indices.map { (result.integer($0, 0), RowValues.values(result.bytes($0, 1)) ?? [:]) })
            }
        }
    }
#endif
