#if PostgreSQL
    import FeatureKit
    import FeatureStorage

    extension PostgreSQLRecordStore {
        @discardableResult
        func load(
            into name: String, _ next: @escaping @Sendable () throws -> [RowInsert]
        ) async throws -> Int {
            let batch = Int64.random(in: .min ... .max)
            let running = RunningAction.current
            let note = PostgreSQLHistory.Note(by: running, isOfMany: true)
            let outcome = try await pool.run { [logLimit] db in
                try db.transaction { db -> (count: Int, change: Int64?, number: Int64) in
                    var hasPulled = false
                    do {
                        var collection = try PostgreSQLCollection.locked(name, noting: note, in: db)
                        let pull = {
                            hasPulled = true
                            return try next()
                        }
                        let (count, change) = try collection.load(
                            pull, into: name, batch: batch, logLimit: logLimit, in: db)
                        return (count, change, collection.number)
                    } catch var failure as PostgreSQLFailure {
                        // Some rows of the source are already consumed, so the load cannot be retried.
                        failure.isFinal = hasPulled
                        throw failure
                    }
                }
            }
            switch outcome {
            case .committed(let loaded):
                if let change = loaded.change { running?.note(change: change) }
                hints.send()
                return loaded.count
            case .unknown(let loaded):
                guard try await wasSaved(batch, at: loaded.number, in: name) else {
                    throw StorageError.outcomeUnknown(location)
                }
                hints.send()
                return loaded.count
            }
        }

        /// Returns whether a batch was saved although its connection broke.
        private func wasSaved(_ batch: Int64, at number: Int64, in name: String) async throws -> Bool {
            let outcome = try? await pool.run { db in
                try db.transaction { db in
                    try PostgreSQLCollection.locked(name, noting: .nothing, in: db)
                        .holds(batch, at: number, in: db)
                }
            }
            guard case .committed(let isSaved)? = outcome else { return false }
            return isSaved
        }
    }
#endif
