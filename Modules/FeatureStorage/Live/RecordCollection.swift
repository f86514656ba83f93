public import FeatureKit
import Synchronization

/// A typed, live collection of records that all sessions of a process share.
///
/// Each follower receives every change of every process, in order. The first page stays in memory and is read again
/// only after a change, so a further session costs the store nothing.
///
/// ```swift
/// let dogs = RecordCollection<Dog>(store: store, sample: Dog.sample)
/// let changes = dogs.follow()                     // first, so that no change is missed
/// let page = try await dogs.page()
/// let rex = try await dogs.insert(Dog(id: "rex", name: "Rex", breed: .bulldog, age: 2))
/// ```
///
/// A follower may receive a change that its page already contains; the revision shows that. ``LiveRecords`` skips it.
///
/// ## Topics
/// - ``page(after:limit:)``
/// - ``follow()``
/// - ``insert(_:)``
/// - ``change(_:seen:_:)``
/// - ``remove(_:seen:)``
/// - ``update(_:expecting:)``
/// - ``delete(id:expecting:)``
public final class RecordCollection<R: Record>: RecordService {
    /// The default number of records in a page.
    public static var pageSize: Int { 50 }

    /// The state that exists only while there are followers.
    struct Watch {
        let key: Int
        var task: Task<Void, Never>?
        /// The token up to which changes were sent; `nil` before the first.
        var sentToken: ChangeToken?
        var firstPage: RecordPage<R>?
        /// The current read of the first page; concurrent callers share it.
        var reading: Task<RecordPage<R>, any Error>?
    }

    struct State {
        var followers: [Int: ChangeSource<RecordChange<R>>] = [:]
        var lastKey = 0
        var watch: Watch?
        /// The number of writes through this collection; a page whose read began before the last write is not kept.
        var writes = 0
        var isFilled = false
    }

    let store: any RecordStore
    let clock: any Clock<Duration>
    let state = Mutex(State())
    private let sample: [R]

    /// Creates a collection; reads nothing yet.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the records.
    ///   - sample: The records that fill the collection if the store has never filled it.
    ///   - clock: Measures the pause before a failed store is read again.
    public init(store: any RecordStore, sample: [R] = [], clock: any Clock<Duration> = ContinuousClock()) {
        (self.store, self.sample, self.clock) = (store, sample, clock)
    }

    deinit {
        state.withLock { state in
            state.watch?.task?.cancel()
            state.followers.values.forEach { $0.finish() }
        }
    }

    /// Returns records in the order of their insertion.
    ///
    /// - Parameters:
    ///   - cursor: The place to begin after; `nil` for the first page, which all sessions share.
    ///   - limit: How many records at most.
    public func page(
        after cursor: RecordCursor? = nil, limit: Int = RecordCollection.pageSize
    ) async throws -> RecordPage<R> {
        try await fillOnce()
        if cursor != nil { return try await read(after: cursor, limit: limit) }
        return try await limit == Self.pageSize ? firstPage() : freshPage(limit: limit)
    }

    /// Returns the record with a key, or `nil`.
    ///
    /// - Throws: ``StorageError``, with the code `unusable` if the row is not a valid record.
    public func record(_ id: String) async throws -> Stored<R>? {
        try await fillOnce()
        do { return try await store.rows(of: R.collection, ids: [id]).first.map { try Stored($0) } } catch let error
            as UnreadableRecord
        {
            throw StorageError(.unusable, rowID: id, error.description)
        }
    }

    /// Inserts a record at the end.
    ///
    /// - Throws: ``StorageError`` with the code `alreadyTaken` if another record has the same key or unique key.
    public func insert(_ record: R) async throws -> Stored<R> {
        try await fillOnce()
        return try await write(.insert(RowInsert(record)), record)
    }

    /// Replaces a record if its revision is the expected one.
    ///
    /// - Throws: ``StorageError`` with the code `conflict` if the revision differs or the record is gone,
    ///   `alreadyTaken` if another record has the same unique key.
    public func update(_ record: R, expecting revision: Int64) async throws -> Stored<R> {
        try await write(.update(RowInsert(record), expecting: revision), record)
    }

    /// Removes a record if its revision is the expected one.
    ///
    /// - Throws: ``StorageError`` with the code `conflict` if the revision differs or the record is gone.
    public func delete(id: String, expecting revision: Int64) async throws {
        try await store.write([.delete(id: id, expecting: revision)], to: R.collection)
        forgetFirstPage()
    }

    /// Returns all further changes, of every process.
    ///
    /// Call this first, then read a page: no change is missed. A change between the two calls appears in both, with the
    /// same revision. A follower that falls too far behind receives ``RecordChange/reset``. The sequence ends when the
    /// store is closed or the collection is deallocated.
    public func follow() -> RecordChanges<R> { addFollower() }

    /// Returns all further changes: the requirement of ``RecordService``, the same as ``follow()``.
    public func changes() -> RecordChanges<R>? { follow() }

    func read(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<R> {
        try RecordPage(try await store.page(of: R.collection, after: cursor, limit: limit))
    }

    private func write(_ write: RowWrite, _ record: R) async throws -> Stored<R> {
        let rows = try await store.write([write], to: R.collection)
        forgetFirstPage()
        return Stored(record, revision: rows.first?.revision ?? 0)
    }

    private func fillOnce() async throws {
        guard !state.withLock(\.isFilled) else { return }
        if !sample.isEmpty { try await store.fillOnce(R.collection, with: sample.map { RowInsert($0) }) }
        state.withLock { $0.isFilled = true }
    }
}

extension RowInsert {
    init(_ record: some Record) {
        self.init(id: record.id, values: record.values, uniqueKey: record.uniqueKey)
    }
}
