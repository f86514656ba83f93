import FeatureKit

extension RecordCollection {
    /// Changes the stored record with a given key.
    ///
    /// Values that this version of the feature does not know stay as they are.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to change the record whatever its revision is.
    ///   - edit: Changes the record. It is called again if another writer saves a change first.
    /// - Throws: ``StaleRecord`` if the revision is stale or the record no longer exists; ``StorageError``; any error
    ///   of `edit`.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void
    ) async throws -> Stored<R> {
        while true {
            let stored = try await current(id, seen: revision)
            do { return try await replace([stored], by: edit)[0] } catch let error as StorageError {
                try Self.verifyMayRetry(error)
            }
        }
    }

    /// Removes the record with a given key.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to remove the record whatever its revision is.
    /// - Throws: ``StaleRecord`` if the revision is stale or the record no longer exists; ``StorageError``.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        while true {
            let stored = try await current(id, seen: revision)
            do { return try await delete(id: id, expecting: stored.revision) } catch let error as StorageError {
                try Self.verifyMayRetry(error)
            }
        }
    }

    /// Changes several records at once: all of them or none.
    ///
    /// - Parameters:
    ///   - chosen: The records, each once.
    ///   - edit: Changes a record. It is called again if another writer saves a change first.
    /// - Returns: The changed records, in the order of `chosen`.
    /// - Throws: ``StaleRecords`` if the revision of a record is stale or a record no longer exists; ``StorageError``; any
    ///   error of `edit`.
    public func change(_ chosen: [ChosenRecord], _ edit: (inout R) throws -> Void) async throws -> [Stored<R>] {
        while true {
            let stored = try await current(chosen)
            do { return try await replace(stored, by: edit) } catch let error as StorageError {
                try Self.verifyMayRetry(error)
            }
        }
    }

    /// Removes several records at once: all of them or none.
    ///
    /// - Parameter chosen: The records, each once.
    /// - Throws: ``StaleRecords`` if the revision of a record is stale or a record no longer exists; ``StorageError``.
    public func remove(_ chosen: [ChosenRecord]) async throws {
        while true {
            let stored = try await current(chosen)
            do {
                try await write(stored.map { .delete(id: $0.id, expecting: $0.revision) })
                return
            } catch let error as StorageError { try Self.verifyMayRetry(error) }
        }
    }

    /// Replaces records in one batch, and keeps the stored values for which their type has no field.
    private func replace(_ stored: [Stored<R>], by edit: (inout R) throws -> Void) async throws -> [Stored<R>] {
        let known = Set(R.fields.map(\.description.name))
        var (records, writes): ([R], [RowWrite]) = ([], [])
        for old in stored {
            var record = old.record
            try edit(&record)
            var row = RowInsert(record)
            // Most records have no such value.
            if old.values.contains(where: { row.values[$0.key] == nil }) {
                row.values.merge(old.values.filter { !known.contains($0.key) }) { $1 }
            }
            records.append(record)
            writes.append(.update(row, expecting: old.revision))
        }
        let written = try await write(writes)
        return zip(records, zip(stored, written)).map { record, rows in
            Stored(record, values: rows.1.values, revision: rows.1.revision, position: rows.0.position)
        }
    }

    /// Throws the error of a write, unless another writer was faster.
    private static func verifyMayRetry(_ error: StorageError) throws {
        guard error.code == .conflict else { throw error }
        try Task.checkCancellation()
    }

    private func current(_ id: String, seen revision: Int64?) async throws -> Stored<R> {
        let stored = try await record(id)
        guard let stored, revision == nil || revision == stored.revision else {
            throw StaleRecord(id: id, current: stored)
        }
        return stored
    }

    private func current(_ chosen: [ChosenRecord]) async throws -> [Stored<R>] {
        try await fillOnce()
        let rows = try await store.rows(of: R.collection, ids: chosen.map(\.id))
        let found = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        var (current, stale): ([Stored<R>], [StaleRecord<R>]) = ([], [])
        for each in chosen {
            let stored: Stored<R>?
            do { stored = try found[each.id].map { try Stored($0) } } catch let error as UnreadableRecord {
                throw StorageError(.unusable, rowID: each.id, error.description)
            }
            if let stored, each.revision == nil || each.revision == stored.revision {
                current.append(stored)
            } else {
                stale.append(StaleRecord(id: each.id, current: stored))
            }
        }
        guard stale.isEmpty else { throw StaleRecords(records: stale) }
        return current
    }
}
