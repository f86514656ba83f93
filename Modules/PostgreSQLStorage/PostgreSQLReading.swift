#if PostgreSQL
    import FeatureStorage

    /// The queries of a store.
    ///
    /// Each query is one statement, so it reads from one consistent snapshot.
    enum PostgreSQLReading {
        static func page(
            of collection: String, after cursor: RecordCursor?, limit: Int, in db: isolated PostgreSQLConnection
        ) throws -> StoredPage {
            let sql = """
                SELECT r.id, r.json, r.revision, r.position, c.number FROM collection c
                LEFT JOIN LATERAL (
                    SELECT * FROM record WHERE collection = c.key AND position > $2 ORDER BY position LIMIT $3
                ) r ON true
                WHERE sha256(c.name) = sha256($1) ORDER BY r.position
                """
            // One extra row shows whether another page follows.
            let count = Int64(min(limit, .max - 1) + 1)
            let result = try db.execute(
                sql, [.bytes(collection.keyBytes), .integer(cursor?.position ?? 0), .integer(count)])
            guard !result.isEmpty else { return StoredPage(rows: [], next: nil, token: ChangeToken(number: 0)) }
            let shown = result.isNull(0, 0) ? 0..<0 : result.indices.prefix(limit)
            let hasMore = shown.count < result.indices.count && !shown.isEmpty
            let next = shown.last.flatMap { hasMore ? RecordCursor(position: result.integer($0, 3)) : nil }
            let rows = try shown.map { try StoredRow(result, $0) }
            return StoredPage(rows: rows, next: next, token: ChangeToken(number: result.integer(0, 4)))
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
            let sql = """
                SELECT h.id, h.json, h.number, h.kind, coalesce(r.position, h.number), c.number, c.floor
                FROM collection c
                LEFT JOIN LATERAL (
                    SELECT * FROM change WHERE collection = c.key AND number > $2 ORDER BY number LIMIT $3
                ) h ON true
                LEFT JOIN record r ON r.collection = c.key AND sha256(r.id) = sha256(h.id)
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
