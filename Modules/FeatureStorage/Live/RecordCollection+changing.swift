public import FeatureKit

extension RecordCollection {
    /// Changes the stored record with a given key.
    ///
    /// Values that this version of the feature does not know stay as they are.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to change the record whatever its revision is.
    ///   - edit: Changes the record. It is called again if another writer saves a change first.
    /// - Throws: ``StaleRecord`` if the revision is stale or the record no longer exists; ``Misfit`` if the record does not
    ///   fit; ``StorageError``; any error of `edit`.
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
    /// - Throws: ``StaleRecord`` if the revision is stale or the record no longer exists; ``Misfit`` if the revision of a
    ///   record that does not fit is stale; ``StorageError``.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        while true {
            let row: StoredRow?
            do { row = try await rows(of: [ChosenRecord(id: id, revision: revision)]).first } catch let stale
                as StaleRecords<R>
            {
                throw stale.records[0]
            }
            guard let row else { return }
            do { return try await delete(id: id, expecting: row.revision) } catch let error as StorageError {
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
    /// - Throws: ``StaleRecords`` if the revision of a record is stale or a record no longer exists; ``Misfit`` if a record
    ///   does not fit; ``StorageError``; any error of `edit`.
    public func change(_ chosen: [ChosenRecord], _ edit: (inout R) throws -> Void) async throws -> [Stored<R>] {
        while true {
            let stored = try await rows(of: chosen).map { try Stored<R>($0) }
            do { return try await replace(stored, by: edit) } catch let error as StorageError {
                try Self.verifyMayRetry(error)
            }
        }
    }

    /// Removes several records at once: all of them or none.
    ///
    /// - Parameter chosen: The records, each once.
    /// - Throws: ``StaleRecords`` if the revision of a record is stale or a record no longer exists; ``Misfit`` if the
    ///   revision of a record that does not fit is stale; ``StorageError``.
    public func remove(_ chosen: [ChosenRecord]) async throws {
        while true {
            let rows = try await rows(of: chosen)
            do {
                try await write(rows.map { .delete(id: $0.id, expecting: $0.revision) })
                return
            } catch let error as StorageError { try Self.verifyMayRetry(error) }
        }
    }

    /// Changes the values of a record that does not fit, so that it fits.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to change the record whatever its revision is.
    ///   - edit: Changes the values, by field name. It is called again if another writer saves a change first.
    /// - Throws: `InputRefused` if the record still does not fit; ``Misfit`` or ``StaleRecords`` if the revision is stale;
    ///   ``StorageError``.
    public func mend(
        _ id: String, seen revision: Int64?, _ edit: (inout [String: FieldValue]) -> Void
    ) async throws -> Stored<R> {
        while true {
            let rows = try await rows(of: [ChosenRecord(id: id, revision: revision)])
            let writes = try rows.map { row -> RowWrite in
                var values = row.values
                edit(&values)
                let key = try R(id: id, values: values).uniqueKey
                return .update(RowInsert(id: id, values: values, uniqueKey: key), expecting: row.revision)
            }
            do { return try Stored(try await write(writes)[0]) } catch let error as StorageError {
                try Self.verifyMayRetry(error)
            }
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

    /// Returns the stored rows of records, which need not fit.
    private func rows(of chosen: [ChosenRecord]) async throws -> [StoredRow] {
        try await fillOnce()
        let rows = try await store.rows(of: R.collection, ids: chosen.map(\.id))
        let found = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
        var (current, stale): ([StoredRow], [StaleRecord<R>]) = ([], [])
        var seen: Set<String> = []
        for each in chosen where seen.insert(each.id).inserted {
            if let row = found[each.id], each.revision == nil || each.revision == row.revision {
                current.append(row)
            } else {
                stale.append(StaleRecord(id: each.id, current: try found[each.id].map { try Stored($0) }))
            }
        }
        guard stale.isEmpty else { throw StaleRecords(records: stale) }
        return current
    }
}
