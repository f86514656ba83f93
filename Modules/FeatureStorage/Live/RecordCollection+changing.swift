extension RecordCollection {
    /// Changes the record of a key, starting from what is stored at that moment.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw; `nil` to change the record whatever it is by now.
    ///   - edit: Changes the record; called again when another change was faster.
    /// - Throws: ``StaleRecord`` if the record has another revision or is gone; ``StorageError``; what `edit` throws.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void
    ) async throws -> Stored<R> {
        while true {
            let stored = try await current(id, seen: revision)
            var record = stored.record
            try edit(&record)
            do { return try await update(record, expecting: stored.revision) } catch let error as StorageError {
                guard error.code == .conflict else { throw error }
                try Task.checkCancellation()
            }
        }
    }

    /// Removes the record of a key.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw; `nil` to remove the record whatever it is by now.
    /// - Throws: ``StaleRecord`` if the record has another revision or is gone; ``StorageError``.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        while true {
            let stored = try await current(id, seen: revision)
            do { return try await delete(id: id, expecting: stored.revision) } catch let error as StorageError {
                guard error.code == .conflict else { throw error }
                try Task.checkCancellation()
            }
        }
    }

    private func current(_ id: String, seen revision: Int64?) async throws -> Stored<R> {
        let stored = try await record(id)
        guard let stored, revision == nil || revision == stored.revision else {
            throw StaleRecord(id: id, current: stored)
        }
        return stored
    }
}
