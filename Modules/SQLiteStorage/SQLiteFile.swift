import FeatureStorage
import Foundation
import GRDB
import Synchronization

/// Opens the SQLite file of a store.
struct SQLiteFile: Sendable {
    let path: String
    let pageLimit: Int?
    private let lockWait = LockWait()

    /// Decides how long to wait while other connections lock the file.
    private final class LockWait: Sendable {
        /// The moment when opening the file gives up.
        let deadline = ContinuousClock.now + .seconds(3)
        let isOpen = Atomic(false)
        /// The maximum number of attempts after the file is open, one every 5 ms: half a minute in total.
        let tries = Atomic(6000)

        func lasts(for tries: Int) -> Bool {
            // While the file is being opened, use the deadline. Opening takes several locks, and each lock would begin
            // to count the attempts again.
            isOpen.load(ordering: .relaxed)
                ? tries < self.tries.load(ordering: .relaxed) : ContinuousClock.now < deadline
        }
    }

    init(path: String, pageLimit: Int?) {
        (self.path, self.pageLimit) = (path, pageLimit)
    }

    /// The mark of this program's databases (`PRAGMA application_id`): "FHst".
    private static let applicationID = 0x4648_7374

    /// Opens the file for reading and writing.
    ///
    /// Creates the folder, the file and the schema if they are missing.
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
                // With this setting, an acknowledged write is on the disk. GRDB's default for a pool is weaker.
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
    /// The connection is read-only, waits for no lock, and does not create a removed file again.
    func openForWatching() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Moves the write-ahead log into the file and truncates the log, unless a connection is reading.
    ///
    /// Without this call, the log keeps the size of the largest transaction. The next process that opens the file would
    /// then read the whole log.
    ///
    /// - Parameter waitsForReaders: Whether to wait up to a second for connections that read.
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
            // The first connection executes these statements before any write.
            if !db.configuration.readonly {
                try verify(db)
                // The cache has 6 MiB. With SQLite's default of 2 MiB, a load would write the same pages repeatedly.
                try db.execute(sql: "PRAGMA cache_size = -6144")
                if let pageLimit { try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)") }
            }
        }
        return configuration
    }

    /// Opens the pool.
    ///
    /// Retries while other processes create the same file, because SQLite's switch to WAL mode does not wait for locks.
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

    /// Throws an error if the database belongs to another program or to a newer version of this program.
    private func verify(_ db: Database) throws {
        try db.inTransaction(.deferred) {
            let format = try SQLiteFormat(in: db)
            let application = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
            guard format.isEmpty && application == 0 || application == Self.applicationID else {
                throw StorageError.foreign(path)
            }
            guard format.readableFrom <= SQLiteSchema.steps.count else {
                throw StorageError.newer(path, version: format.version)
            }
            return .commit
        }
    }

    /// Migrates the schema to the newest version.
    ///
    /// If several processes start at the same time, one process migrates the schema and the other processes wait.
    private func migrate(_ db: Database) throws {
        let newest = SQLiteSchema.steps.count
        guard !SQLiteFormat.isNewest(in: db) else { return }
        try db.inTransaction(.immediate) {
            // Another process may have migrated the schema while this process waited.
            let version = try SQLiteFormat(in: db).version
            guard version < newest else { return .commit }
            for step in SQLiteSchema.steps[version...] { try db.execute(sql: step) }
            try SQLiteFormat.save(in: db)
            try db.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
            return .commit
        }
    }
}
