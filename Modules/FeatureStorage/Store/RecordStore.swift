/// Keeps records in collections, with a log of changes.
///
/// The stores in memory, SQLite and PostgreSQL pass one contract suite. A store works on plain rows (``StoredRow``);
/// features use it through typed collections (``RecordCollection``).
///
/// ## Guarantees
///
/// 1. A page is consistent: it includes exactly the changes up to its token.
/// 2. Rows are in the order of their insertion, and an update keeps a row's place. Paging under concurrent writes
///    returns each row that existed throughout exactly once.
/// 3. A batch is atomic. An acknowledged write survives the death of the process.
/// 4. An update or delete whose expected revision is stale is refused (``StorageError/Code/conflict``).
/// 5. The store enforces unique keys across processes (``StorageError/Code/alreadyTaken``).
/// 6. A follower of the log reads every change after a token, deletions included, exactly once and in order; or it
///    receives `reset`.
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
    ///   - cursor: The place to begin after; `nil` for the beginning.
    ///   - limit: How many rows at most, from 1.
    func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage

    /// Returns the rows with these keys, in any order. Keys without a row are skipped.
    func rows(of collection: String, ids: [String]) async throws -> [StoredRow]

    /// Writes a batch atomically.
    ///
    /// - Returns: The rows after the batch: one for each insert and update, in order.
    /// - Throws: ``StorageError``.
    @discardableResult
    func write(_ writes: [RowWrite], to collection: String) async throws -> [StoredRow]

    /// Writes rows if no process has ever filled the collection; else does nothing.
    ///
    /// - Returns: Whether this call filled it.
    @discardableResult
    func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool

    /// Appends any number of rows as one batch: all of them or none.
    ///
    /// Like ``write(_:to:)`` with inserts, for rows that need not fit into memory. The collection then counts as
    /// filled, so ``fillOnce(_:with:)`` adds nothing. If the rows outnumber the log's limit, followers receive a reset.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - next: Returns the next rows; none at the end. Runs within the transaction, one call at a time, on a thread
    ///     that may block. It must not use the store. If it throws, nothing is added and the caller receives the error.
    /// - Returns: The number of rows.
    /// - Throws: ``StorageError``, and what `next` throws.
    @discardableResult
    func load(into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]) async throws -> Int

    /// Returns the changes of a collection after a token, oldest first.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - token: The token of a page, or of an earlier call's result.
    ///   - limit: How many changes at most, from 1.
    func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges

    /// Returns hints that some process may have added to the log. At least one hint follows every change.
    ///
    /// A hint only means that the log is worth reading. Hints may be late, merged, or without a change. The first comes
    /// immediately. The sequence ends when the store is closed.
    func changeHints() -> AsyncStream<Void>

    /// Checks that the store can be read and written. Changes nothing.
    ///
    /// - Throws: ``StorageError`` if it cannot.
    func verify() async throws

    /// Completes all writes and closes the store. Do not use the store afterwards.
    func close() async
}

extension RecordStore {
    /// Reads from the store: enough for a store that is writable whenever it is readable.
    public func verify() async throws { _ = try await rows(of: "", ids: []) }

    /// Does nothing.
    public func close() async {}
}
