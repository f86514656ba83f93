public import FeatureStorage

/// A store that works as another does, unless the test says that it fails, takes its time or waits: what stands below the
/// services of features that keep records.
///
/// ```swift
/// let store = StubStore()
/// let feature = DoggyFeature(resources: RecordResources(store: { store }, files: NoFiles()))
///
/// store.writes.failsOnce(with: StorageError(.unavailable, "the disk is full"))
/// store.reads.takes(.seconds(2), by: clock)
/// store.writes.holds()                            // two who write at once: the test says who is first
/// ```
///
/// Each of ``reads``, ``writes`` and ``logReads`` is asked before the store below is; what it throws is what the
/// operation throws.
///
/// ## Topics
/// - ``reads``
/// - ``writes``
/// - ``logReads``
/// - ``Operation``
public final class StubStore: RecordStore {
    /// What a store is asked for.
    public enum Operation: Sendable, Hashable {
        /// A page of a collection.
        case page(String)
        /// Rows of a collection by their keys.
        case rows(String, ids: [String])
        /// A batch of writes to a collection.
        case write(String)
        /// To fill a collection once.
        case fill(String)
        /// To add many rows to a collection.
        case load(String)
        /// What changed in a collection.
        case changes(String)
    }

    /// What every read of records passes first.
    public let reads = Stub<Operation, Void>()
    /// What every write passes first.
    public let writes = Stub<Operation, Void>()
    /// What every read of the change log passes first; a page of one row, by which followers find its end, counts here.
    public let logReads = Stub<Operation, Void>()

    private let base: any RecordStore

    /// Creates a store over another, a new one in memory by default.
    public init(_ base: any RecordStore = MemoryRecordStore()) {
        self.base = base
    }

    /// Returns rows of a collection in the order of their insertion.
    public func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
        try await (limit == 1 ? logReads : reads)(.page(collection))
        return try await base.page(of: collection, after: cursor, limit: limit)
    }

    /// Returns the rows of these keys that are there.
    public func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
        try await reads(.rows(collection, ids: ids))
        return try await base.rows(of: collection, ids: ids)
    }

    /// Writes a batch as a whole or not at all.
    @discardableResult
    public func write(_ writes: [RowWrite], to collection: String) async throws -> [StoredRow] {
        try await self.writes(.write(collection))
        return try await base.write(writes, to: collection)
    }

    /// Writes rows into a collection that was never filled before.
    @discardableResult
    public func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
        try await writes(.fill(collection))
        return try await base.fillOnce(collection, with: inserts)
    }

    /// Adds rows at the end as one batch: all of them or none.
    @discardableResult
    public func load(
        into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]
    ) async throws -> Int {
        try await writes(.load(collection))
        return try await base.load(into: collection, next)
    }

    /// Returns what changed in a collection after a token, oldest first.
    public func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
        try await logReads(.changes(collection))
        return try await base.changes(in: collection, after: token, limit: limit)
    }

    /// Returns a sequence of hints that the log may have grown.
    public func changeHints() -> AsyncStream<Void> { base.changeHints() }
}
