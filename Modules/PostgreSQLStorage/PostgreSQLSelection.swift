#if PostgreSQL
    import FeatureStorage

    /// The statement of a query, with its parameters.
    ///
    /// Each statement reads from one consistent snapshot. The snapshot also says whether the index is current. If it is
    /// not, the result has no rows. The table of the index is locked before the snapshot is taken, so another build
    /// cannot replace it in between.
    struct PostgreSQLSelection {
        private let table: String
        private let query: RecordQuery
        private let deadline: ContinuousClock.Instant?
        private var sql = ""
        /// The settings for the planner; see ``PostgreSQLSession``.
        private var settings = "SET LOCAL enable_sort = on; SET LOCAL enable_bitmapscan = on"
        private var parameters: [PostgreSQLParameter] = []
        /// The condition for the collection's row: the index is current.
        private var isCurrent = ""

        init(_ index: PostgreSQLIndex, _ query: RecordQuery, _ stamp: String) {
            (table, deadline, self.query) = (index.table, index.deadline, query)
            let key = parameter(.integer(index.key))
            isCurrent = """
                c.key = \(key) AND c.stamp = \(parameter(.text(stamp)))
                AND NOT EXISTS (SELECT FROM stale WHERE collection = \(key))
                """
        }

        /// Runs the statement in a transaction.
        func run(in db: isolated PostgreSQLConnection) throws -> PostgreSQLResult {
            // Zero would mean no limit.
            let limit = deadline.map { max(1, Int64(ContinuousClock.now.duration(to: $0) / .milliseconds(1))) }
            try db.execute(settings + (limit.map { "; SET LOCAL statement_timeout = \($0)" } ?? ""))
            return try db.execute(sql, parameters, isPrepared: false)
        }

        /// Selects a page by sorting all matches.
        ///
        /// - Parameter limit: The number of matches up to which the page is selected, or `nil`. The last column says
        ///   whether there are not more.
        mutating func sorting(upTo limit: Int?, after cursor: RecordCursor?, count: Int64) -> Self {
            let matches = matches()
            let (end, isSmall) = limit.map { (" LIMIT \($0 + 1)", "count(*) <= \($0)") } ?? ("", "true")
            let start = start(after: cursor, "key", "position")
            sql = """
                WITH hit AS (
                    SELECT e.position, \(key) AS key FROM \(table) e WHERE \(matches)\(end)
                ), total AS (
                    SELECT \(isSmall) AS is_small\(limit == nil ? "" : " FROM hit")
                )
                SELECT r.id, r.json, r.revision, r.position, c.number, r.key, (SELECT is_small FROM total)
                FROM collection c LEFT JOIN (
                    \(rows("SELECT position, key FROM hit WHERE (SELECT is_small FROM total)\(start)", count))
                ) r ON true
                WHERE \(isCurrent) ORDER BY \(order("r.key", "r.position"))
                """
            return self
        }

        /// Selects a page by reading the index in the query's order.
        ///
        /// - Parameter limit: The number of entries to read; a page with fewer rows may then be incomplete.
        mutating func walking(upTo limit: Int, after cursor: RecordCursor?, count: Int64) -> Self {
            // Without bitmaps, only the index in the query's order can be used.
            settings = "SET LOCAL enable_sort = on; SET LOCAL enable_bitmapscan = off"
            let start = start(after: cursor, key, "e.position")
            let all = """
                SELECT e.position, \(key) AS key FROM (
                    SELECT e.* FROM \(table) e WHERE true\(start) ORDER BY \(order(key, "e.position")) LIMIT \(limit)
                ) e WHERE \(matches(usingTrigrams: false))
                """
            sql = """
                SELECT r.id, r.json, r.revision, r.position, c.number, r.key
                FROM collection c LEFT JOIN (\(rows(all, count))) r ON true
                WHERE \(isCurrent) ORDER BY \(order("r.key", "r.position"))
                """
            return self
        }

        /// Counts the matches up to a limit.
        mutating func counting(upTo limit: Int?) -> Self {
            let end = limit.map { " LIMIT \($0)" } ?? ""
            sql = """
                SELECT (SELECT count(*) FROM (SELECT FROM \(table) e WHERE \(matches())\(end)) m)
                FROM collection c WHERE \(isCurrent)
                """
            return self
        }

        /// The column of the query's order.
        private var key: String { query.order.map { "e.k\($0)" } ?? "''::bytea" }

        /// Returns the rows of the first positions.
        ///
        /// The limit of one row keeps a planner with outdated statistics from reading the whole collection for a join.
        private mutating func rows(_ positions: String, _ count: Int64) -> String {
            """
            SELECT r.id, r.json, r.revision, f.position, f.key FROM (
                SELECT position, key FROM (\(positions)) p
                ORDER BY \(order("key", "position")) LIMIT \(parameter(.integer(count)))
            ) f CROSS JOIN LATERAL (
                SELECT id, json, revision FROM record WHERE collection = $1 AND position = f.position LIMIT 1
            ) r
            """
        }

        /// Returns the condition that a row comes after a cursor.
        private mutating func start(after cursor: RecordCursor?, _ key: String, _ position: String) -> String {
            guard let cursor else { return "" }
            let sign = query.isDescending ? "<" : ">"
            let last = parameter(.integer(cursor.position))
            return query.order == nil
                ? " AND \(position) \(sign) \(last)"
                : " AND (\(key), \(position)) \(sign) (\(parameter(.bytes(cursor.key))), \(last))"
        }

        private func order(_ key: String, _ position: String) -> String {
            let end = query.isDescending ? " DESC" : ""
            return query.order == nil ? position + end : "\(key)\(end), \(position)\(end)"
        }

        /// Returns the condition for an entry.
        private mutating func matches(usingTrigrams: Bool = true) -> String {
            var conditions: [String] = []
            let trigrams = PostgreSQLTrigrams.of(words: query.words)
            if usingTrigrams, !trigrams.isEmpty {
                conditions.append("e.trigrams @> \(parameter(.shortIntegers(trigrams)))")
            }
            for (number, keys) in query.filters.sorted(by: { $0.key < $1.key }) {
                conditions.append("e.k\(number) = ANY(\(parameter(.byteArrays(Array(keys)))))")
            }
            for word in query.words { conditions.append("strpos(e.text, \(parameter(.text(word)))) > 0") }
            return conditions.isEmpty ? "true" : conditions.joined(separator: " AND ")
        }

        private mutating func parameter(_ parameter: PostgreSQLParameter) -> String {
            parameters.append(parameter)
            return "$\(parameters.count)"
        }
    }
#endif
