public import FeatureKit
public import FeatureStorage

/// A store that passes its operations to another store.
///
/// Use it to test features that keep records.
///
/// The test can make each operation fail, take time or wait.
///
/// ```swift
/// let store = StubStore()
/// let feature = DoggyFeature(resources: RecordResources(store: { store }, files: NoFiles()))
///
/// store.writes.failsOnce(with: StorageError(.unavailable, "the disk is full"))
/// store.reads.takes(.seconds(2), by: clock)
/// store.writes.holds()                            // the test chooses the order of concurrent writes
/// ```
///
/// Each operation first calls ``reads``, ``writes`` or ``logReads``. If that stub throws, the operation throws the same
/// error.
///
/// ## Topics
/// - ``reads``
/// - ``writes``
/// - ``logReads``
/// - ``Operation``
public final class StubStore: RecordStore {
    /// An operation on the store.
    public enum Operation: Sendable, Hashable {
        /// Reading a page of a collection.
        case page(String)
        /// Counting the rows of a collection.
        case count(String)
        /// Reading rows by their keys.
        case rows(String, ids: [String])
        /// Writing a batch to a collection.
        case write(String)
        /// Filling a collection once.
        case fill(String)
        /// Loading many rows into a collection.
        case load(String)
        /// Reading the changes of a collection.
        case changes(String)
        /// Reading the history of a collection.
        case history(String)
    }

    /// Called before every read of records.
    public let reads = Stub<Operation, Void>()
    /// Called before every write.
    public let writes = Stub<Operation, Void>()
    /// Called before every read of the change log.
    ///
    /// This stub is also called before every read of a page with one row, because followers read such a page to find
    /// the end of the log.
    public let logReads = Stub<Operation, Void>()

    private let base: any RecordStore

    /// Creates a store that uses another store, by default a new store in memory.
    public init(_ base: any RecordStore = MemoryRecordStore()) {
        self.base = base
    }

    /// Returns a page of a collection's rows in the order of their insertion.
    public func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
        try await (limit == 1 ? logReads : reads)(.page(collection))
        return try await base.page(of: collection, after: cursor, limit: limit)
    }

    /// Returns a page of the rows that a query selects, in the order of the query.
    public func page(
        of collection: String, matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> StoredPage {
        try await reads(.page(collection))
        return try await base.page(of: collection, matching: query, after: cursor, limit: limit)
    }

    /// Counts the rows of a collection that a query selects.
    public func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
        try await reads(.count(collection))
        return try await base.count(of: collection, matching: query)
    }

    /// Returns the rows with the given keys.
    public func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
        try await reads(.rows(collection, ids: ids))
        return try await base.rows(of: collection, ids: ids)
    }

    /// Writes a batch atomically.
    @discardableResult
    public func write(_ batch: [CollectionWrites]) async throws -> [[StoredRow]] {
        for part in batch { try await writes(.write(part.collection)) }
        return try await base.write(batch)
    }

    /// Writes rows if the collection was never filled before.
    @discardableResult
    public func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
        try await writes(.fill(collection))
        return try await base.fillOnce(collection, with: inserts)
    }

    /// Appends rows as one atomic batch.
    @discardableResult
    public func load(
        into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]
    ) async throws -> Int {
        try await writes(.load(collection))
        return try await base.load(into: collection, next)
    }

    /// Returns the changes of a collection after a token, from the oldest to the newest.
    public func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
        try await logReads(.changes(collection))
        return try await base.changes(in: collection, after: token, limit: limit)
    }

    /// Returns entries of a collection's history, from the newest to the oldest.
    public func history(
        of collection: String, matching selection: HistorySelection, limit: Int
    ) async throws -> [HistoryEntry] {
        try await reads(.history(collection))
        return try await base.history(of: collection, matching: selection, limit: limit)
    }

    /// Removes the oldest entries of a collection's history.
    public func trimHistory(of collection: String, before instant: Instant) async throws -> Int {
        try await base.trimHistory(of: collection, before: instant)
    }

    /// Keeps the declaration of a collection.
    public func declare(_ declaration: CollectionDeclaration, of collection: String) async throws {
        try await base.declare(declaration, of: collection)
    }

    /// Returns the declarations of all collections.
    public func declarations() async throws -> [String: CollectionDeclaration] { try await base.declarations() }

    /// Returns a sequence of hints that the log may have grown.
    public func changeHints() -> AsyncStream<Void> { base.changeHints() }
}
