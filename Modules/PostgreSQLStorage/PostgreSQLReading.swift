#if PostgreSQL
    import FeatureStorage

    /// The queries of a store.
    ///
    /// Each query is one statement, so it reads from one consistent snapshot.
    enum PostgreSQLReading {
        /// Returns a page in the order of insertion.
        ///
        /// - Parameter query: A query that selects all rows in the order of insertion, or its reverse.
        static func page(
            of collection: String, matching query: RecordQuery? = nil, after cursor: RecordCursor?, limit: Int,
            in db: isolated PostgreSQLConnection
        ) throws -> StoredPage {
            let isDescending = query?.isDescending ?? false
            let (sign, order) = isDescending ? ("<", " DESC") : (">", "")
            let sql = """
                SELECT r.id, r.json, r.revision, r.position, c.number FROM collection c
                LEFT JOIN LATERAL (
                    SELECT * FROM record WHERE collection = c.key AND position \(sign) $2 ORDER BY position\(order) LIMIT $3
                ) r ON true
                WHERE sha256(c.name) = sha256($1) ORDER BY r.position\(order)
                """
            // One extra row shows whether another page follows.
            let count = Int64(min(limit, .max - 1) + 1)
            let result = try db.execute(
                sql,
                [
                    .bytes(collection.keyBytes), .integer(cursor?.position ?? (isDescending ? .max : 0)),
                    .integer(count),
                ])
            guard !result.isEmpty else { return StoredPage(rows: [], next: nil, token: ChangeToken(number: 0)) }
            let shown = result.isNull(0, 0) ? 0..<0 : result.indices.prefix(limit)
            let hasMore = shown.count < result.indices.count && !shown.isEmpty
            let next = shown.last.flatMap { last -> RecordCursor? in
                let position = result.integer(last, 3)
                return hasMore ? query?.cursor(after: [], position) ?? RecordCursor(position: position) : nil
            }
            let rows = try shown.map { try StoredRow(result, $0) }
            return StoredPage(rows: rows, next: next, token: ChangeToken(number: result.integer(0, 4)))
        }

        /// Returns the number of all changes of all collections.
        static func version(in db: isolated PostgreSQLConnection) throws -> Int {
            let result = try db.execute("SELECT coalesce(sum(number), 0)::bigint FROM collection", [])
            return Int(result.integer(0, 0))
        }

        /// Returns the number of rows.
        ///
        /// Counts them if a program has written that does not keep the number, and then keeps it.
        static func count(of collection: String, in db: isolated PostgreSQLConnection) throws -> RecordCount {
            let sql = """
                SELECT key, number, counted_number = number, CASE WHEN counted_number = number THEN row_count
                    ELSE (SELECT count(*) FROM record WHERE collection = key) END
                FROM collection WHERE sha256(name) = sha256($1)
                """
            let result = try db.execute(sql, [.bytes(collection.keyBytes)])
            guard !result.isEmpty else { return RecordCount(0, upTo: ChangeToken(number: 0)) }
            let count = result.integer(0, 3)
            if !result.bool(0, 2) {
                let sql = """
                    UPDATE collection SET row_count = $3, counted_number = $2 WHERE key = (
                        SELECT key FROM collection WHERE key = $1 AND number = $2 FOR UPDATE SKIP LOCKED
                    )
                    """
                // The number is correct also if it cannot be kept, such as in a database that is read-only.
                _ = try? db.execute(
                    sql, [.integer(result.integer(0, 0)), .integer(result.integer(0, 1)), .integer(count)])
            }
            return RecordCount(Int(count), upTo: ChangeToken(number: result.integer(0, 1)))
        }

        static func rows(
            of collection: String, ids: [String], in db: isolated PostgreSQLConnection
        ) throws -> [StoredRow] {
            let sql = """
                SELECT r.id, r.json, r.revision, r.position
                FROM (SELECT DISTINCT sha256(id) AS digest FROM unnest($2::bytea[]) AS i(id)) i
                JOIN collection c ON sha256(c.name) = sha256($1)
                JOIN record r ON r.collection = c.key AND sha256(r.id) = i.digest
                """
            let result = try db.execute(sql, [.bytes(collection.keyBytes), .byteArrays(ids.map(\.keyBytes))])
            return try result.indices.map { try StoredRow(result, $0) }
        }

        static func changes(
            in collection: String, after token: ChangeToken, limit: Int, in db: isolated PostgreSQLConnection
        ) throws -> StoredChanges {
            // A program of version 1 logs no position.
            let sql = """
                SELECT h.id, h.json, h.number, h.kind, coalesce(
                    h.position,
                    (SELECT position FROM record WHERE collection = c.key AND sha256(id) = sha256(h.id)), h.number
                ), c.number, c.floor
                FROM collection c
                LEFT JOIN LATERAL (
                    SELECT * FROM change WHERE collection = c.key AND number > $2 ORDER BY number LIMIT $3
                ) h ON true
                WHERE sha256(c.name) = sha256($1) ORDER BY h.number
                """
            let result = try db.execute(
                sql, [.bytes(collection.keyBytes), .integer(token.number), .integer(Int64(limit))])
            guard !result.isEmpty else { return token.number == 0 ? .changes([], next: token, isLast: true) : .reset }
            let (number, floor) = (result.integer(0, 5), result.integer(0, 6))
            guard floor...number ~= token.number else { return .reset }
            let changes = try result.isNull(0, 0) ? [] : result.indices.map { try StoredChange(result, $0) }
            let next = changes.last?.revision ?? number
            return .changes(changes, next: ChangeToken(number: next), isLast: next == number)
        }

        static func isFilled(_ collection: String, in db: isolated PostgreSQLConnection) throws -> Bool {
            let sql = "SELECT FROM collection WHERE sha256(name) = sha256($1) AND is_filled"
            return try !db.execute(sql, [.bytes(collection.keyBytes)]).isEmpty
        }
    }
#endif
