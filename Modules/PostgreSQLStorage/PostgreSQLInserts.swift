#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    /// Consecutive inserts that one statement sends to the server.
    struct PostgreSQLInserts {
        private(set) var inserts: [RowInsert] = []
        /// The JSON of each row's values.
        private(set) var json: [String] = []
        /// The number of the change before the first insert.
        private(set) var number: Int64
        private var size = 0

        init(after number: Int64) { self.number = number }

        /// Whether to send them now: a larger statement gains little and takes memory.
        var isFull: Bool { inserts.count >= 1000 || size > 4_000_000 }

        mutating func append(_ insert: RowInsert) {
            inserts.append(insert)
            json.append(RowValues.json(insert.values))
            size += insert.id.utf8.count + (insert.uniqueKey?.utf8.count ?? 0) + (json.last?.utf8.count ?? 0)
        }

        /// Removes the inserts that were sent.
        mutating func removeAll() { self = PostgreSQLInserts(after: number + Int64(inserts.count)) }

        /// Each insert as a run of its own.
        var singles: [PostgreSQLInserts] {
            inserts.enumerated().map { index, insert in
                var single = PostgreSQLInserts(after: number + Int64(index))
                single.append(insert)
                return single
            }
        }
    }
#endif
