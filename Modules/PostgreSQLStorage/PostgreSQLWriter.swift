#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    /// Writes the rows and the log of a collection, in a transaction that has locked the collection.
    struct PostgreSQLWriter {
        let key: Int64
        /// The id of the batch.
        ///
        /// Each logged change contains this id.
        let batch: Int64
        let isLogged: Bool
        /// The index to keep current, or `nil`.
        let index: PostgreSQLIndex?
        /// Whether the index stays current, also if the collection has none.
        ///
        /// Otherwise the database itself notes which rows another program must index.
        let isIndexed: Bool

        /// Inserts rows.
        ///
        /// If the key of a row is already taken, throws an error that names the row.
        func insert(_ run: inout PostgreSQLInserts, in db: isolated PostgreSQLConnection) throws {
            defer { run.removeAll() }
            guard run.inserts.count > 1 else {
                guard let insert = run.inserts.first else { return }
                return try reportingTakenKey(of: insert) { try self.insert(run, in: db) }
            }
            try db.execute("SAVEPOINT run")
            do {
                try insert(run, in: db)
                try db.execute("RELEASE run")
            } catch let failure as PostgreSQLFailure where failure.index != nil {
                // Insert the rows one by one to find the refused row.
                try db.execute("ROLLBACK TO run")
                for var single in run.singles { try insert(&single, in: db) }
            }
        }

        /// Inserts a row that was removed, at its old position.
        func restore(
            _ insert: RowInsert, at position: Int64, as number: Int64, in db: isolated PostgreSQLConnection
        ) throws {
            let sql = """
                WITH written AS (
                    INSERT INTO record (collection, position, id, unique_key, revision, json, indexed)
                    VALUES ($1, $8, $3, $6, $2, $7, CASE WHEN $9 THEN $2 END)
                )
                INSERT INTO change (collection, number, kind, id, json, batch, position)
                SELECT $1, $2, \(StoredChange.insertKind), $3, $7, $4, $8 WHERE $5
                """
            _ = try reportingTakenKey(of: insert) {
                try db.execute(
                    sql,
                    parameters(insert.id, number) + [
                        .bytes(insert.uniqueKey?.keyBytes), .text(RowValues.json(insert.values)), .integer(position),
                        .bool(isIndexed),
                    ])
            }
            try index?.put([(position, insert.values)], in: db)
        }

        /// Updates a row, and returns its position.
        func update(
            _ insert: RowInsert, expecting revision: Int64, as number: Int64, in db: isolated PostgreSQLConnection
        ) throws -> Int64 {
            let sql = """
                WITH written AS (
                    UPDATE record SET unique_key = $6, revision = $2, json = $7, indexed = CASE WHEN $9 THEN $2 END
                    WHERE collection = $1 AND sha256(id) = sha256($3) AND revision = $8 RETURNING position
                ), logged AS (
                    INSERT INTO change (collection, number, kind, id, json, batch, position)
                    SELECT $1, $2, \(StoredChange.updateKind), $3, $7, $4, position FROM written WHERE $5
                ) SELECT position FROM written
                """
            return try reportingTakenKey(of: insert) {
                let written = try db.execute(
                    sql,
                    parameters(insert.id, number) + [
                        .bytes(insert.uniqueKey?.keyBytes), .text(RowValues.json(insert.values)), .integer(revision),
                        .bool(isIndexed),
                    ])
                guard !written.isEmpty else { throw StorageError.conflict(id: insert.id) }
                let position = written.integer(0, 0)
                try index?.put([(position, insert.values)], in: db)
                return position
            }
        }

        func delete(
            _ id: String, expecting revision: Int64, as number: Int64, in db: isolated PostgreSQLConnection
        ) throws {
            let sql = """
                WITH written AS (
                    DELETE FROM record
                    WHERE collection = $1 AND sha256(id) = sha256($3) AND revision = $6 RETURNING 1
                ), logged AS (
                    INSERT INTO change (collection, number, kind, id, batch)
                    SELECT $1, $2, \(StoredChange.deleteKind), $3, $4 FROM written WHERE $5
                ) SELECT FROM written
                """
            let written = try db.execute(sql, parameters(id, number) + [.integer(revision)])
            guard !written.isEmpty else { throw StorageError.conflict(id: id) }
        }

        private func insert(_ run: PostgreSQLInserts, in db: isolated PostgreSQLConnection) throws {
            let sql = """
                WITH input AS (
                    SELECT id, unique_key, json, $2 + place AS number
                    FROM unnest($3::bytea[], $6::bytea[], $7::text[]) WITH ORDINALITY AS i(id, unique_key, json, place)
                ), written AS (
                    INSERT INTO record (collection, position, id, unique_key, revision, json, indexed)
                    SELECT $1, number, id, unique_key, number, json, CASE WHEN $8 THEN number END FROM input
                )
                INSERT INTO change (collection, number, kind, id, json, batch, position)
                SELECT $1, number, \(StoredChange.insertKind), id, json, $4, number FROM input WHERE $5
                """
            try db.execute(
                sql,
                [
                    .integer(key), .integer(run.number), .byteArrays(run.inserts.map(\.id.keyBytes)), .integer(batch),
                    .bool(isLogged), .byteArrays(run.inserts.map(\.uniqueKey?.keyBytes)), .texts(run.json),
                    .bool(isIndexed),
                ])
            try index?.put(
                run.inserts.enumerated().map { (run.number + 1 + Int64($0.offset), $0.element.values) }, in: db)
        }

        private func parameters(_ id: String, _ number: Int64) -> [PostgreSQLParameter] {
            [.integer(key), .integer(number), .bytes(id.keyBytes), .integer(batch), .bool(isLogged)]
        }

        /// Runs a write.
        ///
        /// If a unique index refuses the write, throws an error that names the taken key.
        private func reportingTakenKey<T>(of insert: RowInsert, _ write: () throws -> T) throws -> T {
            do {
                return try write()
            } catch let failure as PostgreSQLFailure where failure.index != nil {
                let isKey = failure.index == "record_key"
                throw StorageError.alreadyTaken(id: insert.id, key: isKey ? insert.uniqueKey : nil)
            }
        }
    }
#endif
