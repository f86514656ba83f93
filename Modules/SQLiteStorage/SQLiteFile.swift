import FeatureStorage
import Foundation
import GRDB
import Synchronization

/// Opens the SQLite file of a store.
struct SQLiteFile: Sendable {
    let path: String
    let pageLimit: Int?
    private let prepareReader: @Sendable (Database) throws -> Void
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

    init(path: String, pageLimit: Int?, preparingReaders: @escaping @Sendable (Database) throws -> Void) {
        (self.path, self.pageLimit, prepareReader) = (path, pageLimit, preparingReaders)
    }

    /// The mark of this program's databases (`PRAGMA application_id`): "FHst".
    private static let applicationID = 0x4648_7374

    /// Opens the file for reading and writing.
    ///
    /// Creates the folder, the file and the schema if they are missing.
    func open() throws -> DatabaseQueue {
        try SQLiteFileIdentity.prepare(path)
        do {
            guard access(path, W_OK) == 0 else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
            let connection = try openConnection()
            try connection.writeWithoutTransaction { db in
                // With this setting, an acknowledged write is on the disk.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try migrate(db)
            }
            lockWait.isOpen.store(true, ordering: .relaxed)
            return connection
        } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        }
    }

    /// Opens connections for concurrent reads.
    ///
    /// The connections are read-only and do not create a removed file again.
    ///
    /// - Parameter count: The number of reads that run at the same time.
    func openReaders(count: Int) throws -> DatabasePool {
        var configuration = configuration
        configuration.readonly = true
        configuration.maximumReaderCount = count
        configuration.prepareDatabase(prepareReader)
        return try DatabasePool(path: path, configuration: configuration)
    }

    /// Opens the read-only connection that tells the version of the data.
    ///
    /// It never waits: if another connection locks the whole file, it throws an error.
    func openVersions() throws -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        configuration.busyMode = .immediateError
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
        // A statement clears the interruption that a cancelled read may have left behind. `sqlite3_wal_checkpoint_v2`
        // would fail with it.
        try? db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .callback { [lockWait] tries in
            guard lockWait.lasts(for: tries) else { return false }
            // SQLite expects this function to block. It runs on the queue of the connection.
            Thread.sleep(forTimeInterval: 0.005)
            return true
        }
        configuration.prepareDatabase { db in
            // The first connection executes these statements before any write.
            if !db.configuration.readonly {
                try verify(db)
                // The cache has 6 MiB. With SQLite's default of 2 MiB, a load would write the same pages repeatedly.
                try db.execute(sql: "PRAGMA cache_size = -6144")
                if let pageLimit {
                    try db.execute(
                        sql: "PRAGMA max_page_count = \(pageLimit); PRAGMA temp.max_page_count = \(pageLimit)")
                }
            }
        }
        return configuration
    }

    /// Opens the connection that writes, and makes sure that the file uses a write-ahead log.
    ///
    /// Retries while other processes create the same file, because SQLite's switch to WAL mode does not wait for locks.
    ///
    /// This is not a pool, because GRDB's pool of a file with an empty log writes to the file and waits for the disk.
    private func openConnection() throws -> DatabaseQueue {
        while true {
            do {
                let connection = try DatabaseQueue(path: path, configuration: configuration)
                let mode = try connection.writeWithoutTransaction {
                    try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL")
                }
                guard mode == "wal" else { throw StorageError.cannotOpen(path, "it cannot have a write-ahead log") }
                return connection
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < lockWait.deadline
            {
                // Opening is synchronous, and gives up after three seconds.
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
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
