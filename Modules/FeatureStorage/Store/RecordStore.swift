/// Keeps records by collection, with a log of what changed.
///
/// Three stores of this project pass one contract: in memory, SQLite, PostgreSQL. A store works on plain rows
/// (``StoredRow``); features use it through typed collections (``RecordCollection``).
///
/// ## Guarantees
///
/// 1. A page is a consistent cut: its token is exactly the moment that its records show.
/// 2. Rows come in the order of their insertion; a row keeps its place when it is updated. Paging under concurrent writes
///    shows every row that was there all the time exactly once.
/// 3. A batch is written as a whole or not at all. An acknowledged write survives the death of the process.
/// 4. An update or a delete that expects a revision is refused when the row has another (``StorageError/Code/conflict``).
/// 5. A unique key is enforced by the store, across processes (``StorageError/Code/alreadyTaken``).
/// 6. Every change after a token is read exactly once, in order, deletions too, or the answer is `reset`.
///
/// ## Topics
/// - ``page(of:after:limit:)``
/// - ``rows(of:ids:)``
/// - ``write(_:to:)``
/// - ``load(into:_:)``
/// - ``changes(in:after:limit:)``
/// - ``changeHints()``
/// - ``close()``
public protocol RecordStore: Sendable {
    /// Returns rows of a collection in the order of their insertion.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - cursor: The place after which to begin; `nil` for the beginning.
    ///   - limit: How many rows at most, from 1.
    func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage

    /// Returns the rows of these keys that are there, in no order.
    func rows(of collection: String, ids: [String]) async throws -> [StoredRow]

    /// Writes a batch as a whole or not at all.
    ///
    /// - Returns: The rows as they are after the batch, one for each insert and update, in order.
    /// - Throws: ``StorageError``.
    @discardableResult
    func write(_ writes: [RowWrite], to collection: String) async throws -> [StoredRow]

    /// Writes rows into a collection that was never filled before, in this or any process; later calls do nothing.
    ///
    /// - Returns: Whether this call filled it.
    @discardableResult
    func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool

    /// Adds rows at the end as one batch, however many: all of them or none.
    ///
    /// As ``write(_:to:)`` with inserts, but for rows that need not fit into memory. The collection counts as filled
    /// afterwards, so ``fillOnce(_:with:)`` adds nothing to it. More rows than the log keeps are a reset for those who
    /// follow.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - next: Gives the next rows; none at the end. Called in turn within the transaction, on a thread that may block;
    ///     it must not use the store. What it throws takes everything back and reaches the caller.
    /// - Returns: How many rows were added.
    /// - Throws: ``StorageError``, and what `next` throws.
    @discardableResult
    func load(into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]) async throws -> Int

    /// Returns what changed in a collection after a token, oldest first.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - token: A page's or an earlier answer's token.
    ///   - limit: How many changes at most, from 1.
    func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges

    /// Returns a sequence of hints that the log may have grown, by whatever process; one at least after every change.
    ///
    /// A hint is a reason to read the log, no more: hints may come late, merged or without a change. The first comes at
    /// once. It ends when the store is closed.
    func changeHints() -> AsyncStream<Void>

    /// Sees that the store can be read and written; changes nothing.
    ///
    /// - Throws: ``StorageError`` if it cannot.
    func verify() async throws

    /// Puts what was written where it is to stay, and lets go of it; the store is of no use afterwards.
    func close() async
}

extension RecordStore {
    /// Reads from the store; enough for one that can be written whenever it can be read.
    public func verify() async throws { _ = try await rows(of: "", ids: []) }

    /// Does nothing: the store needs no closing.
    public func close() async {}
}
