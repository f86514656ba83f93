#if PostgreSQL
    import FeatureStorage

    extension PostgreSQLIndex {
        /// The number of matches up to which they are sorted for each page.
        ///
        /// If there are more, the order's index is read until the page is full, because matches are frequent in it.
        private static let sortLimit = 10_000

        /// Returns the index of a collection if it is current.
        static func current(
            for name: String, _ index: RecordIndex, _ stamp: String, in db: isolated PostgreSQLConnection
        ) throws -> State {
            let sql = """
                SELECT key, stamp IS NOT DISTINCT FROM $2 AND NOT EXISTS (SELECT FROM stale WHERE collection = key)
                FROM collection WHERE sha256(name) = sha256($1)
                """
            let result = try db.execute(sql, [.bytes(name.keyBytes), .text(stamp)])
            guard !result.isEmpty else { return .missing }
            return result.bool(0, 1) ? .current(PostgreSQLIndex(key: result.integer(0, 0), index: index)) : .outdated
        }

        /// The state of a collection's index.
        enum State {
            /// The collection does not exist.
            case missing
            /// The index must be built, or be brought up to date.
            case outdated
            /// The index was current when this was read.
            case current(PostgreSQLIndex)
        }

        /// Returns a page, in a transaction; `nil` if the index is not current in the snapshot of the statement.
        func page(
            _ query: RecordQuery, _ stamp: String, after cursor: RecordCursor?, limit: Int,
            in db: isolated PostgreSQLConnection
        ) throws -> StoredPage? {
            // One extra row shows whether another page follows.
            let count = Int64(min(limit, .max - 1) + 1)
            if !query.selectsAll {
                try db.execute("SET LOCAL enable_sort = on; SET LOCAL enable_bitmapscan = on")
                var statement = PostgreSQLSelection(self, query, stamp)
                let result = try statement.sorting(upTo: Self.sortLimit, after: cursor, count: count).run(in: db)
                guard !result.isEmpty else { return nil }
                if result.bool(0, 6) { return try page(result, query, limit) }
            }
            // Without bitmaps, only an index in the query's order or the index of a filter can be used.
            try db.execute("SET LOCAL enable_sort = on; SET LOCAL enable_bitmapscan = off")
            var statement = PostgreSQLSelection(self, query, stamp)
            let result = try statement.walking(after: cursor, count: count).run(in: db)
            return result.isEmpty ? nil : try page(result, query, limit)
        }

        /// Counts the rows that a query selects, in a transaction; `nil` if the index is not current.
        func count(
            _ query: RecordQuery, _ stamp: String, in db: isolated PostgreSQLConnection
        ) throws -> RecordCount? {
            try db.execute("SET LOCAL enable_sort = on; SET LOCAL enable_bitmapscan = on")
            var statement = PostgreSQLSelection(self, query, stamp)
            let limit = query.words.isEmpty ? nil : RecordCount.searchLimit + 1
            let result = try statement.counting(upTo: limit).run(in: db)
            guard !result.isEmpty else { return nil }
            let count = Int(result.integer(0, 0))
            return limit == nil ? RecordCount(count) : RecordCount(ofSearch: count)
        }

        /// Returns the page with the columns id, json, revision, position, number, key.
        private func page(_ result: PostgreSQLResult, _ query: RecordQuery, _ limit: Int) throws -> StoredPage {
            let shown = result.isNull(0, 0) ? 0..<0 : result.indices.prefix(limit)
            let hasMore = shown.count < result.indices.count && !shown.isEmpty
            let next = shown.last.flatMap {
                hasMore ? query.cursor(after: Array(result.bytes($0, 5)), result.integer($0, 3)) : nil
            }
            let rows = try shown.map { try StoredRow(result, $0) }
            return StoredPage(rows: rows, next: next, token: ChangeToken(number: result.integer(0, 4)))
        }
    }
#endif
