public import FeatureKit
import Synchronization

/// A collection of records that many sessions of a process share: typed, live, and read from the store once for all.
///
/// Who follows it gets every change that any process makes, in order; the first page is kept in memory and read again only
/// after a change, so a session costs the store nothing.
///
/// ```swift
/// let dogs = RecordCollection<Dog>(store: store, sample: Dog.sample)
/// let changes = dogs.follow()                     // first, so that nothing falls between
/// let page = try await dogs.page()
/// let rex = try await dogs.insert(Dog(id: "rex", name: "Rex", breed: .bulldog, age: 2))
/// ```
///
/// A change that is older than the page is told by its revision; ``LiveRecords`` leaves it out.
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
    /// How many records a page has unless asked otherwise.
    public static var pageSize: Int { 50 }

    /// What exists only while somebody follows.
    struct Watch {
        let key: Int
        var task: Task<Void, Never>?
        /// The moment up to which changes were told; `nil` before the first.
        var told: ChangeToken?
        var firstPage: RecordPage<R>?
        /// The read of the first page that is under way, for all who ask meanwhile.
        var reading: Task<RecordPage<R>, any Error>?
    }

    struct State {
        var followers: [Int: ChangeSource<RecordChange<R>>] = [:]
        var lastKey = 0
        var watch: Watch?
        /// How many writes this collection has made: a read that began before the last is not kept.
        var writes = 0
        var isFilled = false
    }

    let store: any RecordStore
    let clock: any Clock<Duration>
    let state = Mutex(State())
    private let sample: [R]

    /// Creates a collection; nothing is read before it is asked for.
    ///
    /// - Parameters:
    ///   - store: What keeps the records.
    ///   - sample: What a store is filled with that never held this collection.
    ///   - clock: Measures the pause before a store that failed is tried again.
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
    ///   - cursor: The place after which to begin; `nil` for the first page, which all sessions share.
    ///   - limit: How many records at most.
    public func page(
        after cursor: RecordCursor? = nil, limit: Int = RecordCollection.pageSize
    ) async throws -> RecordPage<R> {
        try await fillOnce()
        if cursor != nil { return try await read(after: cursor, limit: limit) }
        return try await limit == Self.pageSize ? firstPage() : freshPage(limit: limit)
    }

    /// Returns the record of a key, or `nil`.
    ///
    /// - Throws: ``StorageError``; one with the code `unusable` for a row that is no such record.
    public func record(_ id: String) async throws -> Stored<R>? {
        try await fillOnce()
        do { return try await store.rows(of: R.collection, ids: [id]).first.map { try Stored($0) } } catch let error
            as UnreadableRecord
        {
            throw StorageError(.unusable, rowID: id, error.description)
        }
    }

    /// Adds a record at the end.
    ///
    /// - Throws: ``StorageError`` with the code `alreadyTaken` for a key or a unique key of another record.
    public func insert(_ record: R) async throws -> Stored<R> {
        try await fillOnce()
        return try await write(.insert(RowInsert(record)), record)
    }

    /// Replaces a record that still has a revision.
    ///
    /// - Throws: ``StorageError`` with the code `conflict` if it has another by now, `alreadyTaken` for a unique key of
    ///   another record.
    public func update(_ record: R, expecting revision: Int64) async throws -> Stored<R> {
        try await write(.update(RowInsert(record), expecting: revision), record)
    }

    /// Removes a record that still has a revision.
    ///
    /// - Throws: ``StorageError`` with the code `conflict` if it has another by now or is gone.
    public func delete(id: String, expecting revision: Int64) async throws {
        try await store.write([.delete(id: id, expecting: revision)], to: R.collection)
        forgetFirstPage()
    }

    /// Returns the changes from now on, of every process.
    ///
    /// A page that is read after this call together with the changes shows everything: what falls between comes twice, and
    /// is recognised by its revision. Who is too slow to take them gets ``RecordChange/reset``. They end when the store is
    /// closed or the collection is gone.
    public func follow() -> RecordChanges<R> { addFollower() }

    /// Returns the changes from now on, as ``follow()`` does; what ``RecordService`` asks for.
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
