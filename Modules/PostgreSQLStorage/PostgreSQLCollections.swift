#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    /// The collections to which a transaction writes a batch, all of them locked.
    struct PostgreSQLCollections {
        private var collections: [String: PostgreSQLCollection] = [:]
        /// The names, in the order in which they were locked.
        private let names: [String]
        private let isFill: Bool
        private let id: Int64
        private let logLimit: Int

        /// Finds the collections and locks them until the transaction ends; creates those that are missing.
        ///
        /// - Parameters:
        ///   - batch: The batch. The rows that name its removed rows may be in further collections.
        ///   - isFill: Whether the batch fills a collection, maybe with nothing.
        ///   - note: How the transaction notes its writes in the history.
        ///   - id: The id of the batch.
        init(
            of batch: [CollectionWrites], isFill: Bool, noting note: PostgreSQLHistory.Note, as id: Int64,
            _ logLimit: Int, in db: isolated PostgreSQLConnection
        ) throws {
            let all =
                try isFill ? batch.map(\.collection) : PostgreSQLReferences.collections(of: batch, in: db)
            // All transactions lock collections in this order, so that no two of them wait for each other.
            names = all.sorted { $0.keyBytes.lexicographicallyPrecedes($1.keyBytes) }
            (self.isFill, self.id, self.logLimit) = (isFill, id, logLimit)
            for name in names { collections[name] = try PostgreSQLCollection.locked(name, noting: note, in: db) }
        }

        /// The first collection.
        var first: PostgreSQLCollection {
            get { self[names[0]] }
            set { self[names[0]] = newValue }
        }

        private subscript(name: String) -> PostgreSQLCollection {
            get {
                guard let collection = collections[name] else {
                    preconditionFailure("all collections of the batch are locked")
                }
                return collection
            }
            set { collections[name] = newValue }
        }

        /// Applies a batch, and what follows for the rows that name its removed rows.
        ///
        /// If this method throws, the caller rolls the transaction back.
        ///
        /// - Returns: The written rows of each part of the batch, and the number of the change in the history.
        mutating func write(
            _ batch: [CollectionWrites], isOfMany: Bool, in db: isolated PostgreSQLConnection
        ) throws -> (rows: [[StoredRow]], change: Int64?) {
            var (rows, change) = ([[StoredRow]](), Int64?.none)
            var (next, all, isOfMany) = (batch, [CollectionWrites](), isOfMany)
            // Rows that name a removed row are written in a round of their own, and so on.
            repeat {
                all += next
                if all.isOfMany, !isOfMany {
                    isOfMany = true
                    try db.execute("SELECT set_config('featurehost.history', 'off', true)", [])
                }
                // The order of the locks is also that of the entries in the history.
                var written = next.map { _ in [StoredRow]() }
                for place in next.indices.sorted(by: { names.index(of: next[$0]) < names.index(of: next[$1]) })
                where isFill || !next[place].writes.isEmpty {
                    (written[place], change) = try self[next[place].collection].write(
                        next[place].writes, batch: id, logLimit: logLimit, isOfMany: isOfMany, in: db)
                }
                rows += written
                next = try PostgreSQLReferences.writes(after: next, in: collections, db)
            } while !next.isEmpty
            for (part, written) in zip(all, rows) where !written.isEmpty {
                try PostgreSQLReferences.verify(
                    written.map(\.position), of: part.collection, self[part.collection].key, in: db)
            }
            return (Array(rows.prefix(batch.count)), change)
        }
    }

    extension [String] {
        fileprivate func index(of part: CollectionWrites) -> Int { firstIndex(of: part.collection) ?? count }
    }
#endif
