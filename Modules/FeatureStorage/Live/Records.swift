public import FeatureKit

/// The records of one launch: the records of the store, or a private copy.
///
/// ## Topics
/// - ``page(after:limit:)``
/// - ``page(matching:after:limit:)``
/// - ``count(matching:)``
/// - ``record(_:)``
/// - ``insert(_:)``
/// - ``change(_:seen:_:)``
/// - ``remove(_:seen:)``
/// - ``changes()``
/// - ``makeID()``
public struct Records<R: Record>: RecordService {
    enum Origin: Sendable {
        case shared(RecordCollection<R>)
        case copy(CopiedRecords<R>)
    }

    private let origin: Origin
    private let latency: Duration
    private let clock: any Clock<Duration>
    private let newID: @Sendable () -> String

    init(
        _ origin: Origin, latency: Duration, clock: any Clock<Duration>, makeID: @escaping @Sendable () -> String
    ) {
        (self.origin, self.latency, self.clock, newID) = (origin, latency, clock, makeID)
    }

    /// Waits for the launch's latency, then returns a page of records in the order of their insertion.
    ///
    /// - Parameters:
    ///   - cursor: The position after which the page begins, or `nil` for the first page.
    ///   - limit: The maximum number of records, at least 1.
    /// - Throws: ``StorageError``; ``RecordFileError`` if a file contains malformed records; `CancellationError` if the
    ///   task is cancelled.
    public func page(
        after cursor: RecordCursor? = nil, limit: Int = RecordCollection<R>.pageSize
    ) async throws -> RecordPage<R> {
        if latency > .zero { try await clock.sleep(for: latency) }
        switch origin {
        case .shared(let collection): return try await collection.page(after: cursor, limit: limit)
        case .copy(let copy): return try await copy.page(after: cursor, limit: limit)
        }
    }

    /// Waits for the launch's latency, then returns a page of the records that a query selects.
    ///
    /// - Throws: The errors of ``page(after:limit:)``.
    public func page(
        matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> RecordPage<R> {
        if latency > .zero { try await clock.sleep(for: latency) }
        switch origin {
        case .shared(let collection): return try await collection.page(matching: query, after: cursor, limit: limit)
        case .copy(let copy): return try await copy.page(matching: query, after: cursor, limit: limit)
        }
    }

    /// Reads a file again; does nothing for another source.
    public func reload() async throws {
        if case .copy(let copy) = origin { try await copy.reload() }
    }

    /// Counts the records that a query selects, or all records for `nil`.
    public func count(matching query: RecordQuery?) async throws -> RecordCount? {
        switch origin {
        case .shared(let collection): try await collection.count(matching: query)
        case .copy(let copy): try await copy.count(matching: query)
        }
    }

    /// Returns an object that counts the records again after changes, or `nil` for a copy.
    public func counts() -> RecordCounts? {
        if case .shared(let collection) = origin { collection.counts() } else { nil }
    }

    /// Waits for the launch's latency, then returns the record with the given key, or `nil` if no record has this key.
    public func record(_ id: String) async throws -> Stored<R>? {
        if latency > .zero { try await clock.sleep(for: latency) }
        switch origin {
        case .shared(let collection): return try await collection.record(id)
        case .copy(let copy): return try await copy.record(id)
        }
    }

    /// Inserts a record after all other records.
    ///
    /// - Throws: ``StorageError`` with the code `alreadyTaken` if another record has the same key or unique key.
    public func insert(_ record: R) async throws -> Stored<R> { try await collection.insert(record) }

    /// Changes the stored record with a given key.
    ///
    /// - Throws: The errors of ``RecordService/change(_:seen:_:)``.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void
    ) async throws -> Stored<R> {
        try await collection.change(id, seen: revision, edit)
    }

    /// Removes the record with a given key.
    ///
    /// - Throws: The errors of ``RecordService/remove(_:seen:)``.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        try await collection.remove(id, seen: revision)
    }

    /// Changes several records at once: all of them or none.
    ///
    /// - Throws: The errors of ``RecordService/change(_:_:)``.
    public func change(_ chosen: [ChosenRecord], _ edit: (inout R) throws -> Void) async throws -> [Stored<R>] {
        try await collection.change(chosen, edit)
    }

    /// Removes several records at once: all of them or none.
    ///
    /// - Throws: The errors of ``RecordService/remove(_:)``.
    public func remove(_ chosen: [ChosenRecord]) async throws { try await collection.remove(chosen) }

    /// Changes the values of a record that does not fit, so that it fits.
    ///
    /// - Throws: The errors of ``RecordService/mend(_:seen:_:)``.
    public func mend(
        _ id: String, seen revision: Int64?, _ edit: (inout [String: FieldValue]) -> Void
    ) async throws -> Stored<R> {
        try await collection.mend(id, seen: revision, edit)
    }

    /// Takes back the entries of a change, by one new change.
    ///
    /// - Throws: The errors of ``RecordService/undo(_:)``.
    public func undo(_ entries: [HistoryEntry]) async throws -> UndoneChange<R> { try await collection.undo(entries) }

    /// Returns entries of the records' history, from the newest to the oldest.
    public func history(matching selection: HistorySelection, limit: Int) async throws -> [HistoryEntry] {
        switch origin {
        case .shared(let collection): try await collection.history(matching: selection, limit: limit)
        case .copy(let copy): try await copy.history(matching: selection, limit: limit)
        }
    }

    /// Returns a unique key for a new record, made by the host's ``RecordResources/makeID``.
    public func makeID() -> String { newID() }

    /// Returns all further changes by all processes, or `nil` for a copy, which only this launch can change.
    public func changes() -> RecordChanges<R>? {
        guard case .shared(let collection) = origin else { return nil }
        // Each launch waits for its latency, so no other launch can show its records.
        return collection.addFollower(of: latency > .zero ? nil : collection.origin)
    }

    /// The collection that all launches share; `nil` for a copy.
    var sharedCollection: RecordCollection<R>? {
        if case .shared(let collection) = origin { collection } else { nil }
    }

    /// The collection that changes go to.
    private var collection: RecordCollection<R> {
        switch origin {
        case .shared(let collection): collection
        case .copy(let copy): copy.collectionToChange()
        }
    }
}
