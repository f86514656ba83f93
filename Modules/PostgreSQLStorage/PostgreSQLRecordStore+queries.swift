#if PostgreSQL
    import FeatureStorage

    extension PostgreSQLRecordStore {
        func page(
            of collection: String, matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
        ) async throws -> StoredPage {
            try query.verify(cursor)
            let limit = max(1, limit)
            guard query.needsIndex else {
                return try await pool.run(isRead: true) { db in
                    try PostgreSQLReading.page(of: collection, matching: query, after: cursor, limit: limit, in: db)
                }
            }
            let page = try await read(collection, query) { index, stamp, db in
                try index.page(query, stamp, after: cursor, limit: limit, in: db)
            }
            return page ?? StoredPage(rows: [], next: nil, token: ChangeToken(number: 0))
        }

        func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
            guard let query, !query.selectsAll else {
                return try await pool.run(isRead: true) { try PostgreSQLReading.count(of: collection, in: $0) }
            }
            let count = try await read(collection, query) { index, stamp, db in
                try index.count(query, stamp, in: db)
            }
            return count ?? RecordCount(0)
        }

        /// Reads with an index, after bringing it up to date if necessary.
        ///
        /// Between an update of the index and the next read, another query can build another index, and an older program
        /// can write. So the number of attempts is limited.
        ///
        /// - Parameter body: Reads in a transaction; returns `nil` if the index is not current in its snapshot.
        /// - Returns: The result; `nil` if the collection does not exist.
        private func read<T: Sendable>(
            _ name: String, _ query: RecordQuery,
            _ body: @escaping @Sendable (PostgreSQLIndex, String, isolated PostgreSQLConnection) throws -> T?
        ) async throws -> T? {
            let stamp = try PostgreSQLIndex.stamp(query.index)
            var updates = 0
            while true {
                let reading =
                    try await query.selectsAll
                    ? readIfCurrent(name, query.index, stamp, body)
                    : scans.run { try await self.scanIfCurrent(name, query.index, stamp, body) }
                switch reading {
                case .missing: return nil
                case .outdated: break
                case .found(let result): return result
                }
                guard updates < RecordIndex.updateLimit else { throw StorageError.indexIsContended(location) }
                // The query that had the turn has updated the index.
                guard try await turns.begin(name) else { continue }
                updates += 1
                defer { turns.end(name) }
                let outcome = try await pool.run { [location] db in
                    try db.transaction {
                        _ = try PostgreSQLIndex.updated(for: name, query.index, stamp, at: location, in: $0)
                    }
                }
                guard case .committed = outcome else {
                    throw StorageError.unavailable(location, "the connection broke")
                }
            }
        }

        /// Reads for ``ScanPlaces/limit`` at most.
        private func scanIfCurrent<T: Sendable>(
            _ name: String, _ index: RecordIndex, _ stamp: String,
            _ body: @escaping @Sendable (PostgreSQLIndex, String, isolated PostgreSQLConnection) throws -> T?
        ) async throws -> Reading<T> {
            try await readIfCurrent(name, index, stamp) { index, stamp, db in
                var index = index
                index.deadline = .now + ScanPlaces.limit
                do { return try body(index, stamp, db) } catch let failure as PostgreSQLFailure
                    where failure.isOfCancellation && !db.canceller.wasUsed
                {
                    throw StorageError.scanTooLong
                }
            }
        }

        private func readIfCurrent<T: Sendable>(
            _ name: String, _ index: RecordIndex, _ stamp: String,
            _ body: @escaping @Sendable (PostgreSQLIndex, String, isolated PostgreSQLConnection) throws -> T?
        ) async throws -> Reading<T> {
            try await pool.run(isRead: true) { db in
                do {
                    let outcome = try db.transaction(isReadOnly: true) { db -> Reading<T> in
                        switch try PostgreSQLIndex.current(for: name, index, stamp, in: db) {
                        case .missing: return .missing
                        case .outdated: return .outdated
                        case .current(let index): return try body(index, stamp, db).map { .found($0) } ?? .outdated
                        }
                    }
                    switch outcome {
                    // A reading is complete also if its transaction's end is unknown.
                    case .committed(let reading), .unknown(let reading): return reading
                    }
                } catch let failure as PostgreSQLFailure where failure.isOfMissingTable {
                    // Another program has replaced the index since its stamp was read.
                    return .outdated
                }
            }
        }

        private enum Reading<T: Sendable>: Sendable {
            case missing, outdated
            case found(T)
        }
    }
#endif
