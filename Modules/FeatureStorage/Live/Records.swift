/// The records that one launch works on: those of the store, or a copy of its own.
///
/// ## Topics
/// - ``page(after:limit:)``
/// - ``all()``
/// - ``record(_:)``
/// - ``insert(_:)``
/// - ``add(_:)``
/// - ``update(_:expecting:)``
/// - ``delete(id:expecting:)``
/// - ``changes()``
public struct Records<R: Record>: Sendable {
    enum Origin: Sendable {
        case shared(RecordCollection<R>)
        case own(OwnRecords<R>)
    }

    private let origin: Origin
    private let latency: Duration
    private let clock: any Clock<Duration>

    init(_ origin: Origin, latency: Duration, clock: any Clock<Duration>) {
        (self.origin, self.latency, self.clock) = (origin, latency, clock)
    }

    /// Waits as long as the launch's latency says and returns records in the order of their insertion.
    ///
    /// - Parameters:
    ///   - cursor: The place after which to begin; `nil` for the beginning.
    ///   - limit: How many records at most, from 1.
    /// - Throws: ``StorageError``; what the file says of malformed records; `CancellationError` if the task is cancelled.
    public func page(
        after cursor: RecordCursor? = nil, limit: Int = RecordCollection<R>.pageSize
    ) async throws -> RecordPage<R> {
        if latency > .zero { try await clock.sleep(for: latency) }
        return try await read(after: cursor, limit: limit)
    }

    /// Waits as long as the launch's latency says and returns all records, for a feature that shows no pages.
    ///
    /// One that may get more than some hundreds reads ``page(after:limit:)`` as they are asked for.
    ///
    /// - Throws: As ``page(after:limit:)``.
    public func all() async throws -> [R] {
        var page = try await page()
        var records = page.records
        while let next = page.next {
            page = try await read(after: next, limit: 1000)
            records += page.records
        }
        return records.map(\.record)
    }

    private func read(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R> {
        switch origin {
        case .shared(let collection): try await collection.page(after: cursor, limit: limit)
        case .own(let own): try await own.page(after: cursor, limit: limit)
        }
    }

    /// Returns the record of a key, or `nil`.
    public func record(_ id: String) async throws -> Stored<R>? { try await collection.record(id) }

    /// Adds a record at the end.
    ///
    /// - Throws: ``StorageError`` with the code `alreadyTaken` for a key or a unique key of another record.
    public func insert(_ record: R) async throws -> Stored<R> { try await collection.insert(record) }

    /// Adds a record at the end, for a feature that asks for all of them afterwards.
    ///
    /// - Throws: As ``insert(_:)``.
    public func add(_ record: R) async throws { _ = try await insert(record) }

    /// Replaces a record that still has a revision.
    ///
    /// - Throws: ``StorageError`` with the code `conflict` if it has another by now, `alreadyTaken` for a unique key of
    ///   another record.
    public func update(_ record: R, expecting revision: Int64) async throws -> Stored<R> {
        try await collection.update(record, expecting: revision)
    }

    /// Removes a record that still has a revision.
    ///
    /// - Throws: ``StorageError`` with the code `conflict` if it has another by now or is gone.
    public func delete(id: String, expecting revision: Int64) async throws {
        try await collection.delete(id: id, expecting: revision)
    }

    /// Returns the changes from now on, of every process; `nil` for a copy, which nobody else can change.
    public func changes() -> RecordChanges<R>? {
        if case .shared(let collection) = origin { collection.changes() } else { nil }
    }

    private var collection: RecordCollection<R> {
        switch origin {
        case .shared(let collection): collection
        case .own(let own): own.collection
        }
    }
}
