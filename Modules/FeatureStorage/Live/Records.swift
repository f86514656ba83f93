/// The records that one launch works on: those of the store, or a copy of its own.
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
        case own(OwnRecords<R>)
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
        switch origin {
        case .shared(let collection): return try await collection.page(after: cursor, limit: limit)
        case .own(let own): return try await own.page(after: cursor, limit: limit)
        }
    }

    /// Returns the record of a key, or `nil`.
    public func record(_ id: String) async throws -> Stored<R>? { try await collection.record(id) }

    /// Adds a record at the end.
    ///
    /// - Throws: ``StorageError`` with the code `alreadyTaken` for a key or a unique key of another record.
    public func insert(_ record: R) async throws -> Stored<R> { try await collection.insert(record) }

    /// Changes the record of a key, starting from what is stored at that moment.
    ///
    /// - Throws: As ``RecordService/change(_:seen:_:)``.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout R) throws -> Void
    ) async throws -> Stored<R> {
        try await collection.change(id, seen: revision, edit)
    }

    /// Removes the record of a key.
    ///
    /// - Throws: As ``RecordService/remove(_:seen:)``.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        try await collection.remove(id, seen: revision)
    }

    /// Makes the key of a new record, as the host's ``RecordResources`` say.
    public func makeID() -> String { newID() }

    /// Returns the changes from now on, of every process; `nil` for a copy, which nobody else can change.
    public func changes() -> RecordChanges<R>? {
        if case .shared(let collection) = origin { collection.follow() } else { nil }
    }

    private var collection: RecordCollection<R> {
        switch origin {
        case .shared(let collection): collection
        case .own(let own): own.collection
        }
    }
}
