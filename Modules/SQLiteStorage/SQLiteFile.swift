import FeatureStorage
import Foundation
import GRDB
import Synchronization

/// Opens the SQLite file of a store.
struct SQLiteFile: Sendable {
    let path: String
    let pageLimit: Int?
    private let lockWait = LockWait()

    /// How long to wait while other connections lock the file.
    private final class LockWait: Sendable {
        /// When opening gives up.
        let deadline = ContinuousClock.now + .seconds(3)
        let isOpen = Atomic(false)
        /// How many times to try, every 5 ms, after the file is open: half a minute.
        let tries = Atomic(6000)

        func lasts(for tries: Int) -> Bool {
            // During opening a deadline counts: each of several locks would start the tries anew.
            isOpen.load(ordering: .relaxed)
                ? tries < self.tries.load(ordering: .relaxed) : ContinuousClock.now < deadline
        }
    }

    init(path: String, pageLimit: Int?) {
        (self.path, self.pageLimit) = (path, pageLimit)
    }

    /// Marks a database as this program's (`PRAGMA application_id`): "FHst".
    private static let applicationID = 0x4648_7374

    /// Opens the file for reading and writing; creates the folder, the file and the schema if missing.
    func open() throws -> DatabasePool {
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError.cannotOpen(path, "its folder cannot be created")
        }
        try SQLiteFileIdentity.prepare(path)
        do {
            let pool = try openPool()
            try pool.writeWithoutTransaction { db in
                // Acknowledged writes are on the disk. The pool's own default is weaker.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try migrate(db)
            }
            lockWait.isOpen.store(true, ordering: .relaxed)
            return pool
        } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        }
    }

    /// Opens a connection for ``SQLiteWatch``.
    ///
    /// It is read-only and waits for no lock, and it does not recreate a removed file.
    func openForWatching() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Moves the write-ahead log into the file and truncates it, unless a connection is reading.
    ///
    /// Otherwise the log keeps the size of the largest transaction, and the next process to open the file reads all of
    /// it.
    ///
    /// - Parameter waitsForReaders: Whether to wait up to a second for readers.
    func truncateLog(_ db: Database, waitsForReaders: Bool) {
        let tries = lockWait.tries.exchange(waitsForReaders ? 200 : 0, ordering: .relaxed)
        defer { lockWait.tries.store(tries, ordering: .relaxed) }
        _ = try? db.checkpoint(.truncate)
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .callback { [lockWait] tries in
            guard lockWait.lasts(for: tries) else { return false }
            Thread.sleep(forTimeInterval: 0.005)
            return true
        }
        configuration.prepareDatabase { db in
            // The first connection runs this before any write.
            if !db.configuration.readonly {
                try verify(db)
                // 6 MiB. With SQLite's default of 2 MiB, a load writes the same pages again and again.
                try db.execute(sql: "PRAGMA cache_size = -6144")
                if let pageLimit { try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)") }
            }
        }
        return configuration
    }

    /// Opens the pool.
    ///
    /// Tries again while other processes create the same file: SQLite's switch to WAL does not wait for locks.
    private func openPool() throws -> DatabasePool {
        while ContinuousClock.now < lockWait.deadline {
            do {
                return try DatabasePool(path: path, configuration: configuration)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
        return try DatabasePool(path: path, configuration: configuration)
    }

    /// Refuses a database that belongs to another program or to a newer version of this one.
    private func verify(_ db: Database) throws {
        try db.inTransaction(.deferred) {
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") ?? 0
            let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard count == 0 && application == 0 || application == Self.applicationID else {
                throw StorageError.foreign(path)
            }
            guard version <= SQLiteSchema.steps.count else { throw StorageError.newer(path, version: version) }
            return .commit
        }
    }

    /// Migrates the schema to the newest version; one process migrates, and the others wait.
    private func migrate(_ db: Database) throws {
        let newest = SQLiteSchema.steps.count
        func version() throws -> Int { try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }
        guard try version() < newest else { return }
        try db.inTransaction(.immediate) {
            for step in SQLiteSchema.steps[min(try version(), newest)...] { try db.execute(sql: step) }
            try db.execute(sql: "PRAGMA user_version = \(newest)")
            try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
            return .commit
        }
    }
}
