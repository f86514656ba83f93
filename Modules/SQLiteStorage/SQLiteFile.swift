import FeatureStorage
import Foundation
import GRDB
import Synchronization

/// A file of this program's records: how it is opened.
struct SQLiteFile: Sendable {
    let path: String
    let pageLimit: Int?
    private let patience = Patience()

    /// How long to wait for others who use the file.
    private final class Patience: Sendable {
        /// When the opening is to be done.
        let deadline = ContinuousClock.now + .seconds(3)
        let isOpen = Atomic(false)
        /// How often to try, 5 ms apart, once the file is open: for half a minute.
        let tries = Atomic(6000)

        func lasts(for tries: Int) -> Bool {
            // The opening many may wait for.
            isOpen.load(ordering: .relaxed)
                ? tries < self.tries.load(ordering: .relaxed) : ContinuousClock.now < deadline
        }
    }

    init(path: String, pageLimit: Int?) {
        (self.path, self.pageLimit) = (path, pageLimit)
    }

    /// Marks a database as this program's (`PRAGMA application_id`): "FHst".
    private static let applicationID = 0x4648_7374

    /// Opens the file for reading and writing, creating what is missing.
    func open() throws -> DatabasePool {
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw StorageError.cannotOpen(path, "its folder cannot be created")
        }
        try SQLitePlace.prepare(path)
        do {
            let pool = try openPool()
            try pool.writeWithoutTransaction { db in
                // What was acknowledged is on the disk. The pool itself asks for less.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try migrate(db)
            }
            patience.isOpen.store(true, ordering: .relaxed)
            return pool
        } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        }
    }

    /// Opens another connection, for ``SQLiteWatch``: one that waits for nobody, and makes no file anew that is gone.
    func openForWatching() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    /// Moves the write-ahead log into the file and empties it, unless somebody reads from it just now.
    ///
    /// It keeps the length of the largest transaction otherwise, and the first who opens the file reads all of it.
    ///
    /// - Parameter patiently: Whether to wait for those who read, for a second.
    func emptyLog(_ db: Database, patiently: Bool) {
        let tries = patience.tries.exchange(patiently ? 200 : 0, ordering: .relaxed)
        defer { patience.tries.store(tries, ordering: .relaxed) }
        _ = try? db.checkpoint(.truncate)
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .callback { [patience] tries in
            guard patience.lasts(for: tries) else { return false }
            Thread.sleep(forTimeInterval: 0.005)
            return true
        }
        configuration.prepareDatabase { db in
            // On the first connection, before anything is written.
            if !db.configuration.readonly {
                try verify(db)
                // In KiB. With SQLite's own 2 MiB a load writes the same pages again and again.
                try db.execute(sql: "PRAGMA cache_size = -6144")
                if let pageLimit { try db.execute(sql: "PRAGMA max_page_count = \(pageLimit)") }
            }
        }
        return configuration
    }

    /// Tries again for a while where processes open a new file at the same moment: the change to WAL waits for nobody.
    private func openPool() throws -> DatabasePool {
        while ContinuousClock.now < patience.deadline {
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

    /// Takes the schema from the version that it has to the newest; one process does it, the others wait.
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
