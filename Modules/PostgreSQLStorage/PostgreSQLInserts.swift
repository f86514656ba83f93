#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    /// Insertions one after the other, which go to the server in one statement.
    struct PostgreSQLInserts {
        private(set) var inserts: [RowInsert] = []
        /// The values of each, as they are stored.
        private(set) var json: [String] = []
        /// The number of the change before the first.
        private(set) var number: Int64
        private var size = 0

        init(after number: Int64) { self.number = number }

        /// Whether it is time to send them: more in one statement gain little, and fill memory.
        var isFull: Bool { inserts.count >= 1000 || size > 4_000_000 }

        mutating func append(_ insert: RowInsert) {
            inserts.append(insert)
            json.append(RowValues.json(insert.values))
            size += insert.id.utf8.count + (insert.uniqueKey?.utf8.count ?? 0) + (json.last?.utf8.count ?? 0)
        }

        /// Makes room for those that follow.
        mutating func removeAll() { self = PostgreSQLInserts(after: number + Int64(inserts.count)) }

        /// Each insertion alone.
        var singles: [PostgreSQLInserts] {
            inserts.enumerated().map { index, insert in
                var single = PostgreSQLInserts(after: number + Int64(index))
                single.append(insert)
                return single
            }
        }
    }
#endif
