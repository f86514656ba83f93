#if PostgreSQL
    import FeatureStorage

    extension PostgreSQLIndex {
        /// The number of matches up to which they are sorted for each page.
        ///
        /// If there are more, the order's index is read until the page is full, because matches are frequent in it.
        private static let sortLimit = 10_000
        /// The number of entries up to which the order's index is read.
        ///
        /// If the page is not full then, the matches are rare in this part of the order, and are sorted.
        private static let walkLimit = 100_000

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
            var selection = PostgreSQLSelection(self, query, stamp)
            if !query.selectsAll {
                var few = selection
                let result = try few.sorting(upTo: Self.sortLimit, after: cursor, count: count).run(in: db)
                guard !result.isEmpty else { return nil }
                if result.bool(0, 6) { return try page(result, query, limit) }
            }
            var walk = selection
            let walkLimit = query.selectsAll ? Int.max : Self.walkLimit
            let result = try walk.walking(upTo: walkLimit, after: cursor, count: count).run(in: db)
            guard !result.isEmpty else { return nil }
            if query.selectsAll || result.indices.count == count { return try page(result, query, limit) }
            let all = try selection.sorting(upTo: nil, after: cursor, count: count).run(in: db)
            return all.isEmpty ? nil : try page(all, query, limit)
        }

        /// Counts the rows that a query selects, in a transaction; `nil` if the index is not current.
        func count(
            _ query: RecordQuery, _ stamp: String, in db: isolated PostgreSQLConnection
        ) throws -> RecordCount? {
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
