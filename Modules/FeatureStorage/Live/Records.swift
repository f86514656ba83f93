/// The records of one launch: those of the store, or a copy of its own.
///
/// ## Topics
/// - ``page(after:limit:)``
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

    /// Waits for the launch's latency, then returns records in the order of their insertion.
    ///
    /// - Parameters:
    ///   - cursor: The place to begin after; `nil` for the beginning.
    ///   - limit: How many records at most, from 1.
    /// - Throws: ``StorageError``; ``RecordFileError`` for malformed records in a file; `CancellationError` if the task
    ///   is cancelled.
    public func page(
        after cursor: RecordCursor? = nil, limit: Int = RecordCollection<R>.pageSize
    ) async throws -> RecordPage<R> {
        if latency > .zero { try await clock.sleep(for: latency) }
        switch origin {
        case .shared(let collection): return try await collection.page(after: cursor, limit: limit)
        case .copy(let copy): return try await copy.page(after: cursor, limit: limit)
        }
    }

    /// Returns the record with a key, or `nil`.
    public func record(_ id: String) async throws -> Stored<R>? { try await collection.record(id) }

    /// Inserts a record at the end.
    ///
    /// - Throws: ``StorageError`` with the code `alreadyTaken` if another record has the same key or unique key.
    public func insert(_ record: R) async throws -> Stored<R> { try await collection.insert(record) }

    /// Changes the stored record with a key.
    ///
    /// - Throws: As ``RecordService/change(_:seen:_:)``.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void
    ) async throws -> Stored<R> {
        try await collection.change(id, seen: revision, edit)
    }

    /// Removes the record with a key.
    ///
    /// - Throws: As ``RecordService/remove(_:seen:)``.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        try await collection.remove(id, seen: revision)
    }

    /// Makes a unique key for a new record, with the host's ``RecordResources/makeID``.
    public func makeID() -> String { newID() }

    /// Returns all further changes, of every process; `nil` for a copy, which nothing else can change.
    public func changes() -> RecordChanges<R>? {
        if case .shared(let collection) = origin { collection.follow() } else { nil }
    }

    private var collection: RecordCollection<R> {
        switch origin {
        case .shared(let collection): collection
        case .copy(let copy): copy.collection
        }
    }
}
