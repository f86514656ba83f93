import FeatureKit
public import FeatureStorage
package import GRDB
import GRDBSQLite

/// A store in one SQLite file.
///
/// Several processes may share it.
///
/// ```swift
/// let records = RecordResources(store: { try SQLiteRecordStore(path: "shop.sqlite") }, files: RecordFiles())
/// ```
///
/// Writes are serialized. An acknowledged write is on the disk (WAL, `synchronous=FULL`). A read sees a snapshot and
/// does not wait for writes. The store notices writes of other processes within 100 milliseconds.
///
/// While the store is open, the newest writes may be only in the write-ahead log, a file with the suffix `-wal`.
/// ``close()`` moves these writes into the database file. The file is then complete without the log, even if other
/// processes still have it open. ``close()`` waits up to a second for other connections that read or write. If these
/// connections take longer, the log stays and nothing is lost.
///
/// The first query of a collection builds an index of its records, which later writes keep up to date. On a collection of
/// a million records this takes some seconds, during which other processes can read and cannot write.
///
/// A load first collects its rows in a temporary table, where they delay no other process, and then inserts all of them in
/// one transaction. The folder for temporary files needs room for all rows (`SQLITE_TMPDIR` names another one). SQLite has one writer, so no other process can write during this transaction. The index of the loaded
/// records follows in steps of 2,000 records. Between the steps, others write. A query waits for all steps. A load of more
/// than 200,000 records, and of at least a fifth of all records, builds the whole index again instead.
///
/// Searches and filters read in a lane of their own, and end after two seconds (`StorageError.Code.scanTooLong`). They
/// delay no write, and no page that selects all records.
public final class SQLiteRecordStore: RecordStore {
    /// The interval at which the store checks the file for writes of other processes, while there are followers.
    package static let pollInterval = Duration.milliseconds(100)
    /// The room that a write may need on the disk, in bytes; with less, the store counts as unusable.
    package static let neededSpace = 1 << 20

    /// The places of the running and waiting scans.
    package let scans: ScanPlaces
    let path: String
    let connections: SQLiteConnections
    let identity: SQLiteFileIdentity
    private let hints: HintBoard
    private let logLimit: Int
    private let freeSpace: @Sendable (_ path: String) -> Int?

    /// Opens the store.
    ///
    /// Creates the file and its folders if they are missing.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: `StorageError` if the file is damaged, is read-only, has a newer version, or is not a database of this
    ///   program. The file is not changed.
    public convenience init(path: String) throws {
        try self.init(path: path, logLimit: 10_000)
    }

    /// Opens the store.
    ///
    /// Creates the file and its folders if they are missing.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - logLimit: The maximum number of changes in the log of a collection.
    ///   - pageLimit: The maximum size of the file, and of its temporary file, in pages of 4 KiB, or `nil` for no limit.
    ///   - scanLimit: The longest time that a search or a filter takes, or `nil` for no limit.
    ///   - clock: Measures ``pollInterval`` and the time of scans.
    ///   - freeSpace: Returns the free bytes of the disk that has the file at a path; `nil` if they are unknown.
    ///   - preparingReaders: Prepares the connections that only read. Tests make scans slow with it.
    /// - Throws: `StorageError` if the file is damaged, is read-only, has a newer version, or is not a database of this
    ///   program. The file is not changed.
    package init(
        path: String, logLimit: Int = 10_000, pageLimit: Int? = nil, scanLimit: Duration? = ScanPlaces.limit,
        clock: any Clock<Duration> = ContinuousClock(),
        freeSpace: @escaping @Sendable (String) -> Int? = SQLiteFileIdentity.freeSpace,
        preparingReaders: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) throws {
        scans = ScanPlaces(limit: scanLimit, clock: clock)
        let file = SQLiteFile(path: path, pageLimit: pageLimit, preparingReaders: preparingReaders)
        let connections = try SQLiteConnections(file, scans: scans)
        identity = try SQLiteFileIdentity(path: path)
        let watch = SQLiteWatch(connections: connections, clock: clock)
        hints = HintBoard { send in await watch.run(send) }
        (self.path, self.connections, self.logLimit) = (path, connections, max(0, logLimit))
        self.freeSpace = freeSpace
    }

    /// Returns a page of a collection's rows in the order of their insertion.
    public func page(
        of collection: String, after cursor: FeatureStorage.RecordCursor?, limit: Int
    ) async throws -> StoredPage {
        try await read { db in
            guard let collection = try SQLiteCollection(collection, in: db) else {
                return StoredPage(rows: [], next: nil, token: ChangeToken(number: 0))
            }
            return try collection.page(after: cursor, limit: max(1, limit), in: db)
        }
    }

    /// Returns a page of the rows that a query selects, in the order of the query.
    public func page(
        of collection: String, matching query: RecordQuery, after cursor: FeatureStorage.RecordCursor?, limit: Int
    ) async throws -> StoredPage {
        try query.verify(cursor)
        return try await answer(query, in: collection) { collection, index, db in
            guard let collection else { return StoredPage(rows: [], next: nil, token: ChangeToken(number: 0)) }
            return try collection.page(matching: query, by: index, after: cursor, limit: max(1, limit), in: db)
        }
    }

    /// Counts the rows of a collection that a query selects.
    public func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
        try await answer(query, in: collection) { collection, index, db in
            try collection?.count(matching: query, by: index, in: db) ?? RecordCount(0, upTo: ChangeToken(number: 0))
        }
    }

    /// Returns the rows with the given keys.
    public func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
        try await read { db in
            guard let collection = try SQLiteCollection(collection, in: db) else { return [] }
            return try ids.compactMap { try collection.row($0, in: db) }
        }
    }

    /// Writes a batch atomically.
    @discardableResult
    public func write(_ batch: [CollectionWrites]) async throws -> [[StoredRow]] {
        let running = RunningAction.current
        let written = try await write { [logLimit] db in
            let history = try SQLiteHistory(in: db)
            var (rows, isLong) = ([[StoredRow]](), false)
            var (next, all) = (batch, [CollectionWrites]())
            // Rows that name a removed row are written in a round of their own, and so on.
            repeat {
                all += next
                for part in next {
                    guard !part.writes.isEmpty else {
                        rows.append([])
                        continue
                    }
                    var collection = try SQLiteCollection.create(part.collection, in: db)
                    if all.isOfMany {
                        rows.append(try collection.writeMany(part.writes, logLimit: logLimit, in: db))
                    } else {
                        rows.append(try collection.write(part.writes, logLimit: logLimit, isLong: &isLong, in: db))
                    }
                }
                next = try SQLiteReferences.writes(after: next, in: db)
            } while !next.isEmpty
            try SQLiteReferences.verify(all, in: db)
            let count = all.reduce(0) { $0 + $1.writes.count }
            return (
                Array(rows.prefix(batch.count)),
                try history.complete(isLong: isLong, writes: count, by: running, in: db)
            )
        }
        if let change = written.1 { running?.note(change: change) }
        hints.send()
        return written.0
    }

    /// Writes rows if no process has ever filled the collection.
    @discardableResult
    public func fillOnce(_ name: String, with inserts: [RowInsert]) async throws -> Bool {
        // Usually the collection is already filled. A read finds this out without waiting for writers.
        if try await read({ try SQLiteCollection(name, in: $0)?.isFilled == true }) { return false }
        let isFilled = try await write { [logLimit] db in
            var collection = try SQLiteCollection.create(name, in: db)
            guard !collection.isFilled else { return false }
            collection.isFilled = true
            let batch = [CollectionWrites(name, inserts.map { .insert($0) })]
            _ = try collection.writeMany(batch[0].writes, logLimit: logLimit, in: db)
            try SQLiteReferences.verify(batch, in: db)
            return true
        }
        if isFilled { hints.send() }
        return isFilled
    }

    /// Appends rows as one atomic batch, in constant memory.
    @discardableResult
    public func load(
        into name: String, _ next: @escaping @Sendable () throws -> [RowInsert]
    ) async throws -> Int {
        let running = RunningAction.current
        let loaded = try await write(inTransaction: false) { [logLimit] db in
            // Nothing may throw after the commit. GRDB refuses its statements to a cancelled task.
            defer { sqlite3_exec(db.sqliteConnection, "DROP TABLE IF EXISTS temp.loaded", nil, nil, nil) }
            var (count, change): (Int, Int64?) = (0, nil)
            try db.inTransaction(.deferred) {
                do { count = try SQLiteCollection.collect(next, in: db) } catch let error as DatabaseError
                    where error.deniesTemporaryFile
                {
                    throw StorageError.noTemporaryFile
                }
                return .commit
            }
            try db.inTransaction(.immediate) {
                var collection = try SQLiteCollection.create(name, in: db)
                let history = try SQLiteHistory(in: db)
                let last = collection.number
                try SQLiteHistory.noting(count, in: collection.key, db) {
                    try collection.appendCollected(count, logLimit: logLimit, in: db)
                }
                try SQLiteReferences.verify(after: last, of: name, collection.key, in: db)
                change = try history.complete(isLong: false, writes: 1, by: running, in: db)
                return .commit
            }
            return (count, change)
        }
        if let change = loaded.1 { running?.note(change: change) }
        hints.send()
        // The rows are saved. If this fails, the next query brings the index up to date.
        try? await update(nil, of: name)
        await connections.truncateLog()
        return loaded.0
    }

    /// Returns the changes of a collection after a token, from the oldest to the newest.
    public func changes(
        in collection: String, after token: ChangeToken, limit: Int
    ) async throws -> StoredChanges {
        try await read { db in
            guard let collection = try SQLiteCollection(collection, in: db) else {
                return token.number == 0 ? .changes([], next: token, isLast: true) : .reset
            }
            return try collection.changes(after: token, limit: max(1, limit), in: db)
        }
    }

    /// Keeps the declaration of a collection.
    public func declare(_ declaration: CollectionDeclaration, of collection: String) async throws {
        // Usually the collection has this declaration. A read finds this out without waiting for writers.
        let known = try await read { try SQLiteReferences.declaration(of: collection, in: $0) }
        guard try declaration.added(to: known) != known else { return }
        try await write { try SQLiteReferences.declare(declaration, of: collection, in: $0) }
    }

    /// Returns the declarations of all collections.
    public func declarations() async throws -> [String: CollectionDeclaration] {
        try await read { try SQLiteReferences.declarations(in: $0) }
    }

    /// Returns a sequence of hints that the log may have grown.
    public func changeHints() -> AsyncStream<Void> { hints.follow() }

    /// Returns a number that changes with every commit of any process.
    public func version() async throws -> Int? {
        try identity.verify()
        do { return try await connections.version() } catch let error as DatabaseError { throw explained(error) }
    }

    /// Checks that the file can be read, that the path still refers to the opened file, and that its disk has room.
    public func verify() async throws {
        try identity.verify()
        if let space = freeSpace(path), space < Self.neededSpace {
            throw StorageError(.unavailable, database: path) { "the disk of \($0) has less than 1 MiB free; make room" }
        }
        _ = try await rows(of: "", ids: [])
    }

    /// Moves the write-ahead log into the file and closes the file.
    public func close() async { await connections.close() }

    func read<T: Sendable>(
        isScan: Bool = false, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        do {
            return try await isScan ? connections.scan(body) : connections.read(body)
        } catch let error as DatabaseError { throw explained(error) }
    }

    func write<T: Sendable>(
        inTransaction: Bool = true, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        try Task.checkCancellation()
        try identity.verify()
        do { return try await connections.write(inTransaction: inTransaction, body) } catch let error as DatabaseError {
            throw explained(error)
        }
    }

    func explained(_ error: DatabaseError) -> any Error {
        let isInterrupted = error.resultCode == .SQLITE_INTERRUPT || error.resultCode == .SQLITE_ABORT
        return isInterrupted && Task.isCancelled ? CancellationError() : StorageError(error, path: path)
    }
}
