public import FeatureKit

/// Stores records in collections and keeps a log of changes.
///
/// The stores in memory, in SQLite and in PostgreSQL pass one contract suite. A store works with plain rows
/// (``StoredRow``). Features use a store through typed collections (``RecordCollection``).
///
/// ## Guarantees
///
/// 1. A page is consistent: it includes exactly the changes up to its token.
/// 2. Rows are in the order of their insertion, and an updated row keeps its position. A client that reads all pages
///    during concurrent writes receives each row exactly once, if the row existed the whole time.
/// 3. A batch is atomic, also if it writes to several collections. An acknowledged write is not lost if the process is
///    killed.
/// 4. An update or delete is refused if its expected revision is stale (``StorageError/Code/conflict``).
/// 5. The store enforces unique keys across processes (``StorageError/Code/alreadyTaken``).
/// 6. The pages of a query contain the rows that the query selects, in its order. A client that reads all pages during
///    concurrent writes receives each row exactly once, if the row existed the whole time and its key in the order did
///    not change. A row whose key changes may come twice or not at all.
/// 7. A follower of the log receives every change after a token, including deletions, exactly once and in order. If the
///    log no longer contains some of these changes, the follower receives `reset` instead.
/// 8. The history has an entry for each change of values, which the transaction of the change has written
///    (``HistoryEntry``). A load, a fill, and a batch of more than 1,000 writes have one entry without values. An entry
///    names the call that the writing task performs (``ChangeCause/current``), and the call learns the number of its
///    change.
/// 9. No row names a row that does not exist, if its collection declares the reference (``CollectionDeclaration``). The
///    removal of a row that others name is refused, or changes or removes them in the same transaction, as declared.
///
/// ## Topics
/// - ``page(of:after:limit:)``
/// - ``page(of:matching:after:limit:)``
/// - ``count(of:matching:)``
/// - ``rows(of:ids:)``
/// - ``write(_:)``
/// - ``write(_:to:)``
/// - ``load(into:_:)``
/// - ``changes(in:after:limit:)``
/// - ``changeHints()``
/// - ``history(of:matching:limit:)``
/// - ``trimHistory(of:before:)``
/// - ``declare(_:of:)``
/// - ``declarations()``
/// - ``version()``
/// - ``close()``
public protocol RecordStore: Sendable {
    /// Returns a page of a collection's rows in the order of their insertion.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - cursor: The position after which the page begins, or `nil` for the first page.
    ///   - limit: The maximum number of rows, at least 1.
    func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage

    /// Returns a page of the rows that a query selects, in the order of the query.
    ///
    /// The default implementation reads all rows for each page. A store with many rows implements this method itself.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - query: The query.
    ///   - cursor: The place after which the page begins, or `nil` for the first page.
    ///   - limit: The maximum number of rows, at least 1.
    /// - Throws: ``StorageError`` with the code `unusableCursor` if the cursor belongs to another query.
    func page(
        of collection: String, matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
    ) async throws -> StoredPage

    /// Counts the rows of a collection.
    ///
    /// The default implementation reads all rows.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - query: Selects the rows to count. With `nil`, all rows are counted.
    /// - Returns: The number of rows. It is exact for a query without a search. The rows of a search are counted up to
    ///   ``RecordCount/searchLimit``. The number of all rows says up to which change it counts (``RecordCount/token``).
    func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount

    /// Returns the rows with the given keys, in any order. Keys without a row are skipped.
    func rows(of collection: String, ids: [String]) async throws -> [StoredRow]

    /// Writes a batch atomically, to one collection or to several.
    ///
    /// - Parameter batch: The writes to each collection. No collection comes twice.
    /// - Returns: The written rows of each collection: one for each insert and update, in the order of the batch.
    /// - Throws: ``StorageError``.
    @discardableResult
    func write(_ batch: [CollectionWrites]) async throws -> [[StoredRow]]

    /// Writes rows if no process has ever filled the collection. Otherwise does nothing.
    ///
    /// - Returns: A Boolean value that says whether this call filled the collection.
    @discardableResult
    func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool

    /// Appends any number of rows as one atomic batch.
    ///
    /// This method inserts rows like ``write(_:to:)``, but the rows need not fit into memory. Afterwards the collection
    /// counts as filled, so ``fillOnce(_:with:)`` adds nothing. If there are more rows than the log's limit, followers
    /// receive a reset.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - next: Returns the next rows, or no rows at the end. It runs within the transaction, one call at a time, on a
    ///     thread that may block. It must not use the store. If it throws, no row is added and the caller receives the
    ///     error.
    /// - Returns: The number of inserted rows.
    /// - Throws: ``StorageError``; any error of `next`.
    @discardableResult
    func load(into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]) async throws -> Int

    /// Returns the changes of a collection after a token, from the oldest to the newest.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - token: The token of a page, or the token that an earlier call returned.
    ///   - limit: The maximum number of changes, at least 1.
    func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges

    /// Returns a sequence of hints that some process may have added changes to the log. At least one hint follows every
    /// change.
    ///
    /// A hint only tells the caller to read the log. A hint may be late. One hint may announce several changes, and a
    /// hint may come without a change. The first hint comes immediately. The sequence ends when the store is closed.
    func changeHints() -> AsyncStream<Void>

    /// Returns entries of a collection's history, from the newest to the oldest.
    ///
    /// The default implementation returns no entries: the store keeps no history, and nothing can be undone.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - selection: Selects the entries.
    ///   - limit: The maximum number of entries, at least 1.
    func history(
        of collection: String, matching selection: HistorySelection, limit: Int
    ) async throws -> [HistoryEntry]

    /// Removes the oldest entries of a collection's history, at most 1,000.
    ///
    /// The newest entry stays, so that numbers are not used again.
    ///
    /// - Parameters:
    ///   - collection: The collection's name.
    ///   - instant: The time before which entries are removed.
    /// - Returns: The number of removed entries.
    @discardableResult
    func trimHistory(of collection: String, before instant: Instant) async throws -> Int

    /// Keeps the declaration of a collection besides its last one, and enforces its references from now on.
    ///
    /// A reference stays until a declaration says that the field is none any more. So an older version of a program, which
    /// lacks the field, takes nothing away from a newer one that runs at the same time. Titles and rules are those of the
    /// last declaration that has any: ``CollectionDeclaration/added(to:)``.
    ///
    /// A row that already names a row which does not exist stays as it is until it is written again.
    ///
    /// The default implementation does nothing: the store enforces no references.
    ///
    /// - Parameters:
    ///   - declaration: The titles and the references of the collection's rows.
    ///   - collection: The collection's name.
    /// - Throws: ``StorageError``; also for a reference by a name that no field can have.
    func declare(_ declaration: CollectionDeclaration, of collection: String) async throws

    /// Returns the declarations of all collections that have one, by the names of the collections.
    ///
    /// The default implementation returns none.
    func declarations() async throws -> [String: CollectionDeclaration]

    /// Returns a number that differs from the number of every earlier call, if some process has changed the store in
    /// between.
    ///
    /// A read that begins after the call includes everything that was written before the call. A call costs less than a
    /// read of a page, and waits for no write and for no scan.
    ///
    /// The default implementation returns `nil`: the store has no versions. A host then draws each screen anew.
    func version() async throws -> Int?

    /// Checks that the store can be read and written, without changing anything.
    ///
    /// - Throws: ``StorageError`` if the store cannot be read or written.
    func verify() async throws

    /// Completes all writes and closes the store. Do not use the store after this call.
    func close() async
}

extension RecordStore {
    /// Writes a batch to one collection atomically.
    ///
    /// - Returns: The written rows: one for each insert and update, in the order of the batch.
    /// - Throws: ``StorageError``.
    @discardableResult
    public func write(_ writes: [RowWrite], to collection: String) async throws -> [StoredRow] {
        try await write([CollectionWrites(collection, writes)]).first ?? []
    }

    /// Returns no entries: the store keeps no history.
    public func history(
        of collection: String, matching selection: HistorySelection, limit: Int
    ) async throws -> [HistoryEntry] { [] }

    /// Removes nothing: the store keeps no history.
    public func trimHistory(of collection: String, before instant: Instant) async throws -> Int { 0 }

    /// Does nothing: the store enforces no references.
    public func declare(_ declaration: CollectionDeclaration, of collection: String) async throws {}

    /// Returns none: the store keeps no declarations.
    public func declarations() async throws -> [String: CollectionDeclaration] { [:] }

    /// Returns `nil`: the store has no versions.
    public func version() async throws -> Int? { nil }

    /// Reads from the store.
    ///
    /// This default suits a store that is always writable when it is readable.
    public func verify() async throws { _ = try await rows(of: "", ids: []) }

    /// Does nothing.
    ///
    /// This default suits a store that needs no closing.
    public func close() async {}
}
