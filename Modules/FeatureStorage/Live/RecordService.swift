public import FeatureKit

/// Reads, changes and follows the records of one launch.
///
/// A feature's own service protocol refines this protocol. Tests replace the service with a stub.
///
/// ``Records`` conforms to `RecordService`. A feature whose service adds no methods therefore needs only two lines:
///
/// ```swift
/// public protocol KennelService: RecordService<Dog> {}
/// extension Records<Dog>: KennelService {}
/// ```
public protocol RecordService<R>: Sendable {
    /// The type of the records.
    associatedtype R: Record

    /// Returns a page of records in the order of their insertion.
    ///
    /// - Parameters:
    ///   - cursor: The position after which the page begins, or `nil` for the first page.
    ///   - limit: The maximum number of records, at least 1.
    func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R>

    /// Returns a page of the records that a query selects, in the order of the query.
    ///
    /// The default implementation reads all pages.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - cursor: The place after which the page begins, or `nil` for the first page.
    ///   - limit: The maximum number of records, at least 1.
    func page(matching query: RecordQuery, after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R>

    /// Prepares a reload of the first page of a query: reads the source again, if the records are a copy of it.
    ///
    /// The default implementation does nothing.
    func reload() async throws

    /// Counts the records that a query selects, or all records for `nil`.
    ///
    /// The default implementation returns `nil`: the number is unknown.
    func count(matching query: RecordQuery?) async throws -> RecordCount?

    /// Returns an object that counts the records again after changes, or `nil` if only this launch can change them.
    ///
    /// The default implementation returns `nil`.
    func counts() -> RecordCounts?

    /// Returns the record with the given key, or `nil` if no record has this key.
    ///
    /// The default implementation reads page after page until it finds the record.
    ///
    /// - Throws: ``Misfit`` if the record does not fit; ``StorageError``.
    func record(_ id: String) async throws -> Stored<R>?

    /// Inserts a record after all other records.
    ///
    /// - Throws: ``StorageError`` with the code `alreadyTaken` if another record has the same key or unique key.
    func insert(_ record: R) async throws -> Stored<R>

    /// Changes the stored record with a given key.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to change the record whatever its revision is.
    ///   - edit: Changes the record. It is called again if another writer saves a change first.
    /// - Throws: ``StaleRecord`` if the revision is stale or the record no longer exists; ``Misfit`` if the record does not
    ///   fit; ``StorageError``; any error of `edit`.
    func change(_ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void) async throws -> Stored<R>

    /// Removes the record with a given key.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to remove the record whatever its revision is.
    /// - Throws: ``StaleRecord`` if the revision is stale or the record no longer exists; ``Misfit`` if the revision of a
    ///   record that does not fit is stale; ``StorageError``.
    func remove(_ id: String, seen revision: Int64?) async throws

    /// Changes several records at once: all of them or none.
    ///
    /// The default implementation checks all records and then changes one after another. It suits stubs, since another
    /// writer can come between.
    ///
    /// - Parameters:
    ///   - chosen: The records, each once.
    ///   - edit: Changes a record. It is called again if another writer saves a change first.
    /// - Returns: The changed records, in the order of `chosen`.
    /// - Throws: ``StaleRecords`` if the revision of a record is stale or a record no longer exists; ``Misfit`` if a record
    ///   does not fit; ``StorageError``; any error of `edit`.
    func change(_ chosen: [ChosenRecord], _ edit: (inout R) throws -> Void) async throws -> [Stored<R>]

    /// Removes several records at once: all of them or none.
    ///
    /// The default implementation checks all records and then removes one after another. It suits stubs, since another
    /// writer can come between.
    ///
    /// - Parameter chosen: The records, each once.
    /// - Throws: ``StaleRecords`` if the revision of a record is stale or a record no longer exists; ``Misfit`` if the
    ///   revision of a record that does not fit is stale; ``StorageError``.
    func remove(_ chosen: [ChosenRecord]) async throws

    /// Changes the values of a record that does not fit, so that it fits.
    ///
    /// The default implementation refuses.
    ///
    /// - Parameters:
    ///   - id: The record's key.
    ///   - revision: The revision that the person saw, or `nil` to change the record whatever its revision is.
    ///   - edit: Changes the values, by field name. It is called again if another writer saves a change first.
    /// - Throws: `InputRefused` if the record still does not fit; ``Misfit`` or ``StaleRecords`` if the revision is stale;
    ///   ``StorageError``.
    func mend(
        _ id: String, seen revision: Int64?, _ edit: (inout [String: FieldValue]) -> Void
    ) async throws -> Stored<R>

    /// Takes back the entries of a change, by one new change.
    ///
    /// The default implementation refuses: the history is unknown.
    ///
    /// - Parameter entries: Entries of one change, from the newest to the oldest.
    /// - Throws: ``UndoRefused``; ``StorageError``.
    func undo(_ entries: [HistoryEntry]) async throws -> UndoneChange<R>

    /// Returns entries of the records' history, from the newest to the oldest.
    ///
    /// The default implementation returns none.
    func history(matching selection: HistorySelection, limit: Int) async throws -> [HistoryEntry]

    /// Returns all further changes by all processes, or `nil` if only this launch can change the records.
    func changes() -> RecordChanges<R>?

    /// Returns a unique key for a new record.
    func makeID() -> String
}

extension RecordService {
    /// Checks all records, and then changes one after another.
    public func change(_ chosen: [ChosenRecord], _ edit: (inout R) throws -> Void) async throws -> [Stored<R>] {
        try await verify(chosen)
        var changed: [Stored<R>] = []
        for each in chosen { changed.append(try await change(each.id, seen: each.revision, edit)) }
        return changed
    }

    /// Checks all records, and then removes one after another.
    public func remove(_ chosen: [ChosenRecord]) async throws {
        try await verify(chosen)
        for each in chosen { try await remove(each.id, seen: each.revision) }
    }

    private func verify(_ chosen: [ChosenRecord]) async throws {
        var stale: [StaleRecord<R>] = []
        for each in chosen {
            let current = try await record(each.id)
            guard current == nil || each.revision != nil && each.revision != current?.revision else { continue }
            stale.append(StaleRecord(id: each.id, current: current))
        }
        guard stale.isEmpty else { throw StaleRecords(records: stale) }
    }

    /// Refuses.
    public func mend(
        _ id: String, seen revision: Int64?, _ edit: (inout [String: FieldValue]) -> Void
    ) async throws -> Stored<R> {
        throw InputRefused(["id": "the record does not fit this version of the feature"])
    }

    /// Refuses: the history is unknown.
    public func undo(_ entries: [HistoryEntry]) async throws -> UndoneChange<R> { throw UndoRefused.unknown }

    /// Returns no entries.
    public func history(matching selection: HistorySelection, limit: Int) async throws -> [HistoryEntry] { [] }

    /// Returns a random key.
    public func makeID() -> String { RecordID.random() }

    /// Reads all pages, and returns a page of the records that a query selects.
    public func page(
        matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> RecordPage<R> {
        try query.verify(cursor)
        var scan = RecordScan<Stored<R>>(query, after: cursor, limit: limit)
        var read = try await page(after: nil, limit: RecordCollection<R>.pageSize)
        let token = read.token
        while true {
            for stored in read.records { scan.add(stored, at: stored.position, stored.entry(in: query.index)) }
            guard let next = read.next else { break }
            read = try await page(after: next, limit: RecordCollection<R>.pageSize)
        }
        let (records, next) = scan.finish()
        return RecordPage(records: records, next: next, token: token)
    }

    /// Does nothing: the records are no copy.
    public func reload() async throws {}

    /// Returns `nil`: the number is unknown.
    public func count(matching query: RecordQuery?) async throws -> RecordCount? { nil }

    /// Returns `nil`: only this launch can change the records.
    public func counts() -> RecordCounts? { nil }

    /// Reads page after page until it finds the record.
    public func record(_ id: String) async throws -> Stored<R>? {
        var cursor: RecordCursor?
        repeat {
            let page = try await page(after: cursor, limit: RecordCollection<R>.pageSize)
            if let record = page.records.first(where: { $0.id == id }) { return record }
            cursor = page.next
        } while cursor != nil
        return nil
    }
}
