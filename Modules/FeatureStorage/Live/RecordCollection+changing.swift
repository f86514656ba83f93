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
            var record = stored.record
            try edit(&record)
            do { return try await replace(stored, by: record) } catch let error as StorageError {
                guard error.code == .conflict else { throw error }
                try Task.checkCancellation()
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
                guard error.code == .conflict else { throw error }
                try Task.checkCancellation()
            }
        }
    }

    /// Replaces a record, and keeps the stored values for which its type has no field.
    private func replace(_ stored: Stored<R>, by record: R) async throws -> Stored<R> {
        var row = RowInsert(record)
        // Most records have no such value.
        if stored.values.contains(where: { row.values[$0.key] == nil }) {
            let known = Set(R.fields.map(\.description.name))
            row.values.merge(stored.values.filter { !known.contains($0.key) }) { $1 }
        }
        let written = try await write([.update(row, expecting: stored.revision)])
        return Stored(record, values: row.values, revision: written.first?.revision ?? 0, position: stored.position)
    }

    private func current(_ id: String, seen revision: Int64?) async throws -> Stored<R> {
        let stored = try await record(id)
        guard let stored, revision == nil || revision == stored.revision else {
            throw StaleRecord(id: id, current: stored)
        }
        return stored
    }
}
