#if PostgreSQL
    import FeatureStorage

    /// A store in a database of PostgreSQL, which many processes on many machines may share.
    ///
    /// Writes of a collection take turns; reads see one moment and wait for nobody. While the server is away operations throw
    /// `unavailable`; when it is back they work again.
    final class PostgreSQLRecordStore: RecordStore {
        let place: PostgreSQLPlace
        let pool: PostgreSQLPool
        let hints: HintBoard
        let logLimit: Int

        init(place: PostgreSQLPlace, logLimit: Int, connectionLimit: Int, clock: any Clock<Duration>) {
            pool = PostgreSQLPool(place: place, limit: connectionLimit, clock: clock)
            let watch = PostgreSQLWatch(place: place, clock: clock)
            hints = HintBoard { give in await watch.run(give) }
            (self.place, self.logLimit) = (place, logLimit)
        }

        func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
            try await pool.run { db in
                try PostgreSQLReading.page(of: collection, after: cursor, limit: max(1, limit), in: db)
            }
        }

        func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
            try await pool.run { try PostgreSQLReading.rows(of: collection, ids: ids, in: $0) }
        }

        @discardableResult
        func write(_ writes: [RowWrite], to collection: String) async throws -> [StoredRow] {
            try Task.checkCancellation()
            guard !writes.isEmpty else { return [] }
            return try await commit(writes, to: collection, isFill: false) ?? []
        }

        @discardableResult
        func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
            // Most often it was; that needs no turn to write.
            if try await pool.run({ try PostgreSQLReading.isFilled(collection, in: $0) }) { return false }
            return try await commit(inserts.map { .insert($0) }, to: collection, isFill: true) != nil
        }

        func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
            try await pool.run { db in
                try PostgreSQLReading.changes(in: collection, after: token, limit: max(1, limit), in: db)
            }
        }

        func changeHints() -> AsyncStream<Void> { hints.follow() }

        /// Writes a batch; `nil` if it was to fill a collection that was filled before.
        private func commit(_ writes: [RowWrite], to name: String, isFill: Bool) async throws -> [StoredRow]? {
            let batch = Int64.random(in: .min ... .max)
            // What an earlier attempt wrote, if it was committed.
            var earlier: (rows: [StoredRow], number: Int64)?
            for _ in 0..<3 {
                let outcome: PostgreSQLConnection.Outcome<(rows: [StoredRow]?, number: Int64)>
                do {
                    outcome = try await pool.run { [logLimit, earlier] db in
                        try db.transaction { db in
                            var collection = try PostgreSQLCollection.locked(name, in: db)
                            if let earlier, try collection.holds(batch, at: earlier.number, in: db) { return earlier }
                            guard !isFill || !collection.isFilled else { return (nil, 0) }
                            if isFill { collection.isFilled = true }
                            let rows = try collection.write(writes, batch: batch, logLimit: logLimit, in: db)
                            return (rows, collection.number)
                        }
                    }
                } catch {
                    // Whoever reads `conflict` or `cancelled` would believe that nothing was written.
                    throw earlier == nil ? error : StorageError.unknown(place)
                }
                switch outcome {
                case .committed(let written):
                    if written.rows != nil { hints.give() }
                    return written.rows
                case .unknown(let written):
                    // Nothing was written, so nothing can be lost.
                    guard let rows = written.rows else { return nil }
                    earlier = (rows, written.number)
                }
            }
            throw StorageError.unknown(place)
        }
    }
#endif
