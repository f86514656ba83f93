public import FeatureStorage
import GRDB

/// A store in one SQLite file, which many processes may share.
///
/// ```swift
/// let records = RecordResources(store: { try SQLiteRecordStore(path: "shop.sqlite") }, files: RecordFiles())
/// ```
///
/// Writes take turns and are on the disk when they are acknowledged (WAL, `synchronous=FULL`); reads see a snapshot and
/// wait for nobody. What other processes write is noticed within 100 milliseconds.
///
/// Until it is closed, the newest writes may stand in the write-ahead log beside the file (`-wal`) alone. ``close()`` moves
/// them into the file, which is then whole by itself, also while other processes have it open: it waits up to a second for
/// one that reads or writes just then. Where that takes longer the log stays, and nothing is lost.
public final class SQLiteRecordStore: RecordStore {
    /// How often the file is asked whether others have written, while anybody follows.
    package static let pollInterval = Duration.milliseconds(100)

    private let path: String
    private let file: SQLiteFile
    private let pool: DatabasePool
    private let place: SQLitePlace
    private let hints: HintBoard
    private let logLimit: Int

    /// Opens the store, or creates it with the folders that lead to it.
    ///
    /// - Parameter path: The file.
    /// - Throws: `StorageError` if the file is damaged, no database of this program, of a newer version or cannot be
    ///   written; it is left as it is.
    public convenience init(path: String) throws {
        try self.init(path: path, logLimit: 10_000)
    }

    /// Opens the store, or creates it with the folders that lead to it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - logLimit: How many changes of a collection the log keeps.
    ///   - pageLimit: How many pages of 4 KiB the file may have; `nil` for as many as the disk has room for.
    ///   - clock: Measures ``pollInterval``.
    /// - Throws: `StorageError` if the file is damaged, no database of this program, of a newer version or cannot be
    ///   written; it is left as it is.
    package init(
        path: String, logLimit: Int = 10_000, pageLimit: Int? = nil, clock: any Clock<Duration> = ContinuousClock()
    ) throws {
        file = SQLiteFile(path: path, pageLimit: pageLimit)
        pool = try file.open()
        place = try SQLitePlace(path: path)
        let watch = SQLiteWatch(file: file, clock: clock)
        hints = HintBoard { give in await watch.run(give) }
        (self.path, self.logLimit) = (path, max(0, logLimit))
    }

    /// Returns rows of a collection in the order of their insertion.
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

    /// Returns the rows of these keys that are there.
    public func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
        try await read { db in
            guard let collection = try SQLiteCollection(collection, in: db) else { return [] }
            return try ids.compactMap { try collection.row($0, in: db) }
        }
    }

    /// Writes a batch as a whole or not at all.
    @discardableResult
    public func write(_ writes: [RowWrite], to collection: String) async throws -> [StoredRow] {
        let rows = try await write { [logLimit] db in
            guard !writes.isEmpty else { return [StoredRow]() }
            var collection = try SQLiteCollection.create(collection, in: db)
            return try collection.write(writes, logLimit: logLimit, in: db)
        }
        hints.give()
        return rows
    }

    /// Writes rows into a collection that was never filled before, by whatever process.
    @discardableResult
    public func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
        // Most often it was; that needs no turn to write.
        if try await read({ try SQLiteCollection(collection, in: $0)?.isFilled == true }) { return false }
        let isFilled = try await write { [logLimit] db in
            var collection = try SQLiteCollection.create(collection, in: db)
            guard !collection.isFilled else { return false }
            collection.isFilled = true
            _ = try collection.write(inserts.map { .insert($0) }, logLimit: logLimit, in: db)
            return true
        }
        if isFilled { hints.give() }
        return isFilled
    }

    /// Adds rows at the end as one batch: all of them or none, in memory that does not grow with them.
    @discardableResult
    public func load(
        into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]
    ) async throws -> Int {
        let count = try await write { [logLimit] db in
            var collection = try SQLiteCollection.create(collection, in: db)
            return try collection.load(next, logLimit: logLimit, in: db)
        }
        hints.give()
        _ = try? await pool.writeWithoutTransaction { [file] in file.emptyLog($0, patiently: false) }
        return count
    }

    /// Returns what changed in a collection after a token, oldest first.
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

    /// Returns a sequence of hints that the log may have grown.
    public func changeHints() -> AsyncStream<Void> { hints.follow() }

    /// Sees that the file can be read and is still where it was opened.
    public func verify() async throws {
        try place.verify()
        _ = try await rows(of: "", ids: [])
    }

    /// Moves the write-ahead log into the file, and closes it.
    public func close() async {
        _ = try? await pool.barrierWriteWithoutTransaction { [file] in file.emptyLog($0, patiently: true) }
        try? pool.close()
    }

    private func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try Task.checkCancellation()
        do { return try await pool.read(body) } catch let error as DatabaseError { throw explained(error) }
    }

    private func write<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try Task.checkCancellation()
        try place.verify()
        do { return try await pool.write(body) } catch let error as DatabaseError { throw explained(error) }
    }

    private func explained(_ error: DatabaseError) -> any Error {
        let isInterrupted = error.resultCode == .SQLITE_INTERRUPT || error.resultCode == .SQLITE_ABORT
        return isInterrupted && Task.isCancelled ? CancellationError() : StorageError(error, path: path)
    }
}
