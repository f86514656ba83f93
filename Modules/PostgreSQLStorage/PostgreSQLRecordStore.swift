#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    /// A store in a PostgreSQL database.
    ///
    /// Processes on several machines may share it.
    ///
    /// Writes to one collection are serialized. A read sees a snapshot and does not wait for writes. One connection is
    /// reserved for writes, and another one for reads that are no scans. While the server is unreachable, operations
    /// throw `unavailable`. They succeed again as soon as the server is reachable.
    final class PostgreSQLRecordStore: RecordStore {
        let location: PostgreSQLLocation
        let pool: PostgreSQLPool
        let hints: HintBoard
        let logLimit: Int
        let turns = PostgreSQLTurns()
        let scans: ScanPlaces
        private let clock: any Clock<Duration>

        init(location: PostgreSQLLocation, logLimit: Int, connectionLimit: Int, clock: any Clock<Duration>) {
            pool = PostgreSQLPool(location: location, limit: connectionLimit, clock: clock)
            scans = ScanPlaces(most: connectionLimit - 2, limit: nil, clock: clock)
            let watch = PostgreSQLWatch(location: location, clock: clock)
            hints = HintBoard { send in await watch.run(send) }
            (self.location, self.logLimit, self.clock) = (location, logLimit, clock)
        }

        func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
            try await pool.run(isRead: true) { db in
                try PostgreSQLReading.page(of: collection, after: cursor, limit: max(1, limit), in: db)
            }
        }

        func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
            try await pool.run(isRead: true) { try PostgreSQLReading.rows(of: collection, ids: ids, in: $0) }
        }

        @discardableResult
        func write(_ batch: [CollectionWrites]) async throws -> [[StoredRow]] {
            try Task.checkCancellation()
            guard batch.contains(where: { !$0.writes.isEmpty }) else { return batch.map { _ in [] } }
            return try await commit(batch, isFill: false) ?? []
        }

        @discardableResult
        func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
            // Usually the collection is already filled. A read finds this out without waiting for writers.
            if try await pool.run(isRead: true, { try PostgreSQLReading.isFilled(collection, in: $0) }) { return false }
            let batch = [CollectionWrites(collection, inserts.map { .insert($0) })]
            return try await commit(batch, isFill: true) != nil
        }

        func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
            try await pool.run(isRead: true) { db in
                try PostgreSQLReading.changes(in: collection, after: token, limit: max(1, limit), in: db)
            }
        }

        func history(
            of collection: String, matching selection: HistorySelection, limit: Int
        ) async throws -> [HistoryEntry] {
            try await pool.run(isRead: true) { db in
                let outcome = try db.transaction(isReadOnly: true) { db in
                    // Looking for the entries of a person or of a time can take as long as a search.
                    let limitInMilliseconds = Int(ScanPlaces.limit / .milliseconds(1))
                    try db.execute("SET LOCAL statement_timeout = \(limitInMilliseconds)")
                    // The entries of a change are few. Without a sort, the whole history would be read in its order.
                    if selection.change != nil { try db.execute("SET LOCAL enable_sort = on") }
                    do {
                        return try PostgreSQLHistory.entries(
                            of: collection, matching: selection, limit: max(1, limit), in: db)
                    } catch let failure as PostgreSQLFailure where failure.isOfCancellation && !db.canceller.wasUsed {
                        throw StorageError.scanTooLong
                    }
                }
                switch outcome {
                // A reading is complete also if its transaction's end is unknown.
                case .committed(let entries), .unknown(let entries): return entries
                }
            }
        }

        @discardableResult
        func trimHistory(of collection: String, before instant: Instant) async throws -> Int {
            try await pool.run { try PostgreSQLHistory.trim(collection, before: instant, in: $0) }
        }

        func declare(_ declaration: CollectionDeclaration, of collection: String) async throws {
            // Usually the collection has this declaration. A read finds this out without waiting for writers.
            let known = try await declarations()[collection]
            guard try declaration.added(to: known) != known else { return }
            let outcome = try await pool.run { db in
                try db.transaction { try PostgreSQLReferences.declare(declaration, of: collection, in: $0) }
            }
            guard case .committed = outcome else { throw StorageError.outcomeUnknown(location) }
        }

        func declarations() async throws -> [String: CollectionDeclaration] {
            try await pool.run(isRead: true) { try PostgreSQLReferences.declarations(in: $0) }
        }

        func changeHints() -> AsyncStream<Void> { hints.follow() }

        /// Reads the version; throws `CancellationError` if the server does not answer within a second.
        func version() async throws -> Int? {
            let reading = Task { [pool] in try await pool.run(isRead: true) { try PostgreSQLReading.version(in: $0) } }
            let timer = Task { [clock] in
                try await clock.sleep(for: .seconds(1))
                reading.cancel()
            }
            defer { timer.cancel() }
            return try await withTaskCancellationHandler {
                try await reading.value
            } onCancel: {
                reading.cancel()
            }
        }

        /// Writes a batch.
        ///
        /// Returns `nil` if `isFill` is true and the collection was filled before.
        private func commit(_ batch: [CollectionWrites], isFill: Bool) async throws -> [[StoredRow]]? {
            let id = Int64.random(in: .min ... .max)
            // The result of an earlier attempt, whose commit may have succeeded.
            var earlier: (rows: [[StoredRow]]?, change: Int64?, number: Int64)?
            let running = isFill ? nil : RunningAction.current
            let isOfMany = isFill || batch.isOfMany
            let note = PostgreSQLHistory.Note(by: running, isOfMany: isOfMany)
            for _ in 0..<3 {
                let outcome: PostgreSQLConnection.Outcome<(rows: [[StoredRow]]?, change: Int64?, number: Int64)>
                do {
                    outcome = try await pool.run { [logLimit, earlier] db in
                        try db.transaction { db in
                            var collections = try PostgreSQLCollections(
                                of: batch, isFill: isFill, noting: note, as: id, logLimit, in: db)
                            // The collections were written together, so the first one speaks for all.
                            if let earlier, try collections.first.holds(id, at: earlier.number, in: db) {
                                return earlier
                            }
                            guard !isFill || !collections.first.isFilled else { return (nil, nil, 0) }
                            if isFill { collections.first.isFilled = true }
                            let written = try collections.write(batch, isOfMany: isOfMany, in: db)
                            return (written.rows, written.change, collections.first.number)
                        }
                    }
                } catch {
                    // After a commit with an unknown outcome, the error for a conflict or a cancellation would wrongly
                    // tell the caller that nothing was written.
                    throw earlier == nil ? error : StorageError.outcomeUnknown(location)
                }
                switch outcome {
                case .committed(let written):
                    if let change = written.change { running?.note(change: change) }
                    if written.rows != nil { hints.send() }
                    return written.rows
                case .unknown(let written):
                    // Nothing was written, because the collection was filled before.
                    guard written.rows != nil else { return nil }
                    earlier = written
                }
            }
            throw StorageError.outcomeUnknown(location)
        }
    }
#endif
