#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    /// Consecutive inserts that one statement sends to the server.
    struct PostgreSQLInserts {
        private(set) var inserts: [RowInsert] = []
        /// Each row's values as JSON.
        private(set) var json: [String] = []
        /// The number of the change before the first insert.
        private(set) var number: Int64
        private var size = 0

        init(after number: Int64) { self.number = number }

        /// A Boolean value that says whether to send the inserts now.
        ///
        /// A larger statement would need more memory for little gain.
        var isFull: Bool { inserts.count >= 1000 || size > 4_000_000 }

        mutating func append(_ insert: RowInsert) {
            inserts.append(insert)
            json.append(RowValues.json(insert.values))
            size += insert.id.utf8.count + (insert.uniqueKey?.utf8.count ?? 0) + (json.last?.utf8.count ?? 0)
        }

        /// Removes all inserts, after they were sent.
        mutating func removeAll() { self = PostgreSQLInserts(after: number + Int64(inserts.count)) }

        /// These inserts as batches of one insert each, so that each insert is sent in its own statement.
        var singles: [PostgreSQLInserts] {
            inserts.enumerated().map { index, insert in
                var single = PostgreSQLInserts(after: number + Int64(index))
                single.append(insert)
                return single
            }
        }
    }
#endif
