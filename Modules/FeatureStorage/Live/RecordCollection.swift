public import FeatureKit
import Synchronization

/// A live collection of records of one type, shared by all sessions of a process.
///
/// Each follower receives the changes of all processes, in order. While there are followers, pages of the standard size
/// are cached in memory and are read again only after a change. An additional session at the same place therefore
/// causes no further reads.
///
/// ```swift
/// let dogs = RecordCollection<Dog>(store: store, sample: Dog.sample)
/// let changes = dogs.follow()                     // first, so that no change is missed
/// let page = try await dogs.page()
/// let rex = try await dogs.insert(Dog(id: "rex", name: "Rex", breed: .bulldog, age: 2))
/// ```
///
/// A follower may receive a change that its page already contains. ``LiveRecords`` compares the revisions and skips
/// such a change.
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

    /// The state that exists only while the collection has followers.
    struct Watch {
        let key: Int
        var task: Task<Void, Never>?
        /// The token of the last change that was sent, or `nil` if no token is known yet.
        var sentToken: ChangeToken?
        /// The pages of the standard size that were used last.
        var pages: [PagePlace: SharedPage] = [:]
        /// The number of the last use of a page.
        var lastUse = 0
        /// The last version of the store that an observer of ``origin`` has got.
        var version: Int?
    }

    /// Where a page begins.
    struct PagePlace: Hashable {
        /// The query; `nil` for all records in the order of insertion.
        var query: RecordQuery?
        /// The end of the preceding page; `nil` for the first page.
        var cursor: RecordCursor?
    }

    /// A page that sessions share.
    struct SharedPage {
        var page: RecordPage<R>?
        /// The running read of the page, which concurrent callers share.
        var reading: SharedRead<RecordPage<R>>?
        /// The number of the last use.
        var use = 0
    }

    struct State {
        var followers: [Int: ChangeSource<RecordChange<R>>] = [:]
        var lastKey = 0
        var watch: Watch?
        /// The number of writes through this collection.
        ///
        /// A page is not cached if reading it began before the last write.
        var writes = 0
        /// The last reasons for which the store has refused writes since it answered one.
        var refusals: [(error: StorageError, outage: Outage)] = []
        var isFilled = false
        /// When old entries of the history are removed next, by the collection's stopwatch.
        var nextTrim = Duration.zero
        /// The index of the last query; `nil` before the first query.
        var index: RecordIndex?
        /// The counts that followers wait for, by query; the key `nil` counts all records.
        var counters: [RecordQuery?: Counter] = [:]
        /// The running task that takes the counts again, one after another.
        var counting: Task<Void, Never>?
    }

    /// The count of a query, for all followers of this query.
    struct Counter {
        /// The client whose follower was the first; counting counts for this client.
        let requester = Requester.current
        /// The token that the next count must reach; `nil` if any count will do.
        var floor: ChangeToken?
        /// The last count; `nil` before the first count, and if the last count took too long.
        var count: RecordCount?
        /// Whether the first count has ended.
        var isCounted = false
        /// When the last count began, by the collection's stopwatch.
        var began: Duration?
        /// Whether records have changed since the last count began.
        var isStale = true
        /// The running count, which concurrent callers share.
        var reading: SharedRead<RecordCount?>?
        /// The task that waits for a count after changes, for all followers.
        var recounting: Task<Void, any Error>?
        var followers: [Int: ChangeSource<Void>] = [:]

        /// Requires that the next count reaches a token.
        mutating func raiseFloor(to token: ChangeToken?) {
            if let token { floor = max(floor ?? token, token) }
        }

        /// Whether the last count lacks changes that a follower has read.
        var isOutdated: Bool {
            guard let floor, let token = count?.token else { return false }
            return token < floor
        }
    }

    let store: any RecordStore
    let clock: any Clock<Duration>
    /// Returns the time since the collection was created.
    let elapsed: @Sendable () -> Duration
    let state = Mutex(State())
    private let sample: [R]
    /// The features whose records these ones name; `nil` for a copy.
    let targets: RecordTargets?

    /// Creates a collection without reading the store.
    ///
    /// - Parameters:
    ///   - store: The store that keeps the records.
    ///   - sample: The initial records. They are written if the collection was never filled before.
    ///   - clock: Measures the pause before a failed store is read again.
    public convenience init(
        store: any RecordStore, sample: [R] = [], clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(store: store, sample: sample, clock: clock, targets: RecordTargets())
    }

    init(store: any RecordStore, sample: [R], clock: any Clock<Duration>, targets: RecordTargets) {
        self.store = store.named(for: R.self)
        (self.sample, self.clock, elapsed, self.targets) = (sample, clock, clock.stopwatch(), targets)
    }

    /// Creates the collection of a copy, whose rows have the names of the fields.
    init(copy: MemoryRecordStore) {
        (store, sample, clock, targets) = (copy, [], ContinuousClock(), nil)
        elapsed = ContinuousClock().stopwatch()
    }

    deinit {
        state.withLock { state in
            state.watch?.task?.cancel()
            state.counting?.cancel()
            state.counters.values.forEach { $0.followers.values.forEach { $0.finish() } }
            state.followers.values.forEach { $0.finish() }
        }
    }

    /// Returns a page of records in the order of their insertion.
    ///
    /// Sessions share pages of the standard size.
    ///
    /// - Parameters:
    ///   - cursor: The position after which the page begins, or `nil` for the first page.
    ///   - limit: The maximum number of records.
    public func page(
        after cursor: RecordCursor? = nil, limit: Int = RecordCollection.pageSize
    ) async throws -> RecordPage<R> {
        try await fillOnce()
        return try await page(at: PagePlace(cursor: cursor), limit: limit)
    }

    /// Returns a page of the records that a query selects, in the order of the query.
    ///
    /// Sessions share pages of the standard size.
    ///
    /// - Parameters:
    ///   - query: The query.
    ///   - cursor: The place after which the page begins, or `nil` for the first page.
    ///   - limit: The maximum number of records.
    /// - Throws: ``StorageError`` with the code `unusableCursor` if the cursor belongs to another query.
    public func page(
        matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> RecordPage<R> {
        try await fillOnce()
        if query.needsIndex { state.withLock { $0.index = query.index } }
        return try await page(at: PagePlace(query: query, cursor: cursor), limit: limit)
    }

    private func page(at place: PagePlace, limit: Int) async throws -> RecordPage<R> {
        if limit == Self.pageSize { return try await sharedPage(at: place) }
        return try await place.cursor == nil ? freshPage(at: place, limit: limit) : read(at: place, limit: limit)
    }

    /// Returns the record with the given key, or `nil` if no record has this key.
    ///
    /// - Throws: ``Misfit`` if the row is not a valid record.
    public func record(_ id: String) async throws -> Stored<R>? {
        try await fillOnce()
        try await fixStart()
        return try await store.rows(of: R.collection, ids: [id]).first.map { try Stored($0) }
    }

    /// Inserts a record after all other records.
    ///
    /// - Throws: ``StorageError`` with the code `alreadyTaken` if another record has the same key or unique key.
    public func insert(_ record: R) async throws -> Stored<R> {
        try await fillOnce()
        return try await write(.insert(RowInsert(record)), record)
    }

    /// Replaces a record if it has the expected revision.
    ///
    /// - Throws: ``StorageError`` with the code `conflict` if the revision differs or the record no longer exists, or
    ///   with the code `alreadyTaken` if another record has the same unique key.
    public func update(_ record: R, expecting revision: Int64) async throws -> Stored<R> {
        try await write(.update(RowInsert(record), expecting: revision), record)
    }

    /// Removes a record if it has the expected revision.
    ///
    /// - Throws: ``StorageError`` with the code `conflict` if the revision differs or the record no longer exists.
    public func delete(id: String, expecting revision: Int64) async throws {
        try await write([.delete(id: id, expecting: revision)])
    }

    /// Returns all further changes by all processes.
    ///
    /// Call this method first, then read a page, so that you miss no change. A change between the two calls appears
    /// both in the page and in the sequence, with the same revision. A follower that falls too far behind receives
    /// ``RecordChange/reset``. The sequence ends when the store is closed or the collection is deallocated.
    public func follow() -> RecordChanges<R> { addFollower(of: origin) }

    /// Returns the same sequence as ``follow()``, as ``RecordService`` requires.
    public func changes() -> RecordChanges<R>? { follow() }

    func read(at place: PagePlace, limit: Int) async throws -> RecordPage<R> {
        guard let query = place.query else {
            return try RecordPage(try await store.page(of: R.collection, after: place.cursor, limit: limit))
        }
        return try RecordPage(
            try await store.page(of: R.collection, matching: query, after: place.cursor, limit: limit))
    }

    private func write(_ write: RowWrite, _ record: R) async throws -> Stored<R> {
        let rows = try await self.write([write])
        return Stored(record, revision: rows.first?.revision ?? 0, position: rows.first?.position)
    }

    /// Writes a batch.
    @discardableResult
    func write(_ writes: [RowWrite]) async throws -> [StoredRow] {
        let rows = try await notingOutages { try await store.write(writes, to: R.collection) }
        await finishWrite()
        return rows
    }

    /// Does what follows each write to the collection.
    func finishWrite() async {
        forgetPages()
        await trimHistory()
    }

    func fillOnce() async throws {
        guard !state.withLock(\.isFilled) else { return }
        try await notingOutages {
            guard let targets else { return }
            try await store.unnamed.prepare(R.self, filling: sample.map { RowInsert($0) }, among: targets)
        }
        state.withLock { $0.isFilled = true }
    }

    /// Writes, and gives equal errors of an unusable store the same ``Outage`` until the store answers a write.
    private func notingOutages<T>(_ write: () async throws -> T) async throws -> T {
        do {
            let result = try await write()
            state.withLock { $0.refusals = [] }
            return result
        } catch var error as StorageError {
            guard error.code == .unavailable || error.code == .unusable else {
                state.withLock { $0.refusals = [] }
                throw error
            }
            error.outage = state.withLock { [error] state in
                if let refusal = state.refusals.first(where: { $0.error == error }) { return refusal.outage }
                let outage = Outage()
                state.refusals = state.refusals.suffix(7) + [(error, outage)]
                return outage
            }
            throw error
        }
    }
}

extension RowInsert {
    init(_ record: some Record) {
        self.init(id: record.id, values: record.values, uniqueKey: record.uniqueKey)
    }
}
