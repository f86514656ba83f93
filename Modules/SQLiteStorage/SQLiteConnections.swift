import Dispatch
import FeatureStorage
import GRDB
import Synchronization

/// The connections of a store to its file.
///
/// The first connection writes, polls and does short reads. Most commands need no other. As soon as short reads have to
/// wait for this connection, they move to a pool of read-only connections, so that they run at the same time. Scans
/// always use the pool. It has more connections than scans run at the same time, so short reads wait for no scan.
final class SQLiteConnections: Sendable {
    /// How long the first connection may be busy without a break before reads stop waiting for it.
    private static let patience = Duration.milliseconds(50)
    /// The number of short reads that run at the same time as all scans.
    private static let shortReadCount = 5

    private struct State {
        /// The number of reads and writes that use the first connection or wait for it.
        var users = 0
        /// The number of writes among them.
        var writes = 0
        /// When the first connection was last idle.
        var busySince = ContinuousClock.now
        /// Whether reads use the pool.
        var isShared = false
        var isClosed = false
        var readers: DatabasePool?
        /// The connection that only tells versions; `nil` before its first use.
        var versions: DatabaseQueue?

        /// Returns whether a read may use the first connection, and counts this read.
        mutating func beginRead(patience: Duration) -> Bool {
            guard !isClosed else { return begin() }
            if writes > 0 || hasWaited(patience) { isShared = true }
            return !isShared && begin()
        }

        mutating func beginWrite(patience: Duration) {
            if writes == 0, hasWaited(patience) { isShared = true }
            writes += 1
            _ = begin()
        }

        mutating func endWrite() {
            writes -= 1
            users -= 1
        }

        private func hasWaited(_ patience: Duration) -> Bool { users > 0 && ContinuousClock.now - busySince > patience }

        private mutating func begin() -> Bool {
            if users == 0 { busySince = .now }
            users += 1
            return true
        }
    }

    private let file: SQLiteFile
    private let scans: ScanPlaces
    /// The first connection.
    private let first: DatabaseQueue
    private let state = Mutex(State())
    /// Opens the pool, which may wait for a lock.
    private let opening = DispatchQueue(label: "SQLiteConnections")

    /// Opens the first connection.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - scans: Runs the scans.
    init(_ file: SQLiteFile, scans: ScanPlaces) throws {
        (self.file, self.scans, first) = (file, scans, try file.open())
    }

    /// Reads a snapshot of the file, in a time that hardly depends on the number of records.
    ///
    /// Waits for no write and for no scan.
    func read<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        guard state.withLock({ $0.beginRead(patience: Self.patience) }) else { return try await readers().read(body) }
        defer { state.withLock { $0.users -= 1 } }
        // GRDB's `read` of this connection would execute two more statements.
        return try await first.writeWithoutTransaction { db in
            var result: T?
            try db.inTransaction(.deferred) {
                result = try body(db)
                return .commit
            }
            // `inTransaction` has called the closure, or has thrown an error.
            guard let result else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
            return result
        }
    }

    /// Reads a snapshot of the file for as long as ``ScanPlaces`` allows.
    func scan<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await scans.run { try await self.readers().read(body) }
    }

    /// Writes after all earlier writes.
    ///
    /// - Parameters:
    ///   - inTransaction: Whether `body` runs in a transaction; else it begins its own.
    ///   - body: Writes.
    func write<T: Sendable>(
        inTransaction: Bool = true, _ body: @escaping @Sendable (Database) throws -> T
    ) async throws -> T {
        state.withLock { $0.beginWrite(patience: Self.patience) }
        defer { state.withLock { $0.endWrite() } }
        return try await inTransaction ? first.write(body) : first.writeWithoutTransaction(body)
    }

    /// Returns a number that changes when another connection has committed (`PRAGMA data_version`).
    ///
    /// The values of one connection can be compared. They do not change with writes of that connection, so all writes of
    /// a store and its polls use the first connection.
    func dataVersion() async throws -> Int? {
        try await first.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    }

    /// Returns a number that changes with every commit of every other connection, and so with every commit of a store.
    ///
    /// A connection of its own waits for no write, and notices the writes of the first connection.
    func version() async throws -> Int? {
        if let versions = state.withLock(\.versions) { return try Self.version(of: versions) }
        return try await withCheckedThrowingContinuation { caller in
            opening.async { caller.resume(with: Result { try Self.version(of: try self.openVersions()) }) }
        }
    }

    /// Reads a version in microseconds, on the thread of the caller.
    private static func version(of connection: DatabaseQueue) throws -> Int? {
        try connection.unsafeRead { try Int.fetchOne($0.cachedStatement(sql: "PRAGMA data_version")) }
    }

    private func openVersions() throws -> DatabaseQueue {
        if let versions = state.withLock(\.versions) { return versions }
        let versions = try file.openVersions()
        let isClosed = state.withLock { state in
            if !state.isClosed { state.versions = versions }
            return state.isClosed
        }
        guard !isClosed else {
            try versions.close()
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the store is closed")
        }
        return versions
    }

    /// Moves the write-ahead log into the file, unless a connection is reading.
    func truncateLog() async {
        _ = try? await first.writeWithoutTransaction { [file] in file.truncateLog($0, waitsForReaders: false) }
    }

    /// Waits for all reads and writes, moves the write-ahead log into the file and closes the connections.
    func close() async {
        let (readers, versions) = state.withLock { state in
            state.isClosed = true
            return (state.readers, state.versions)
        }
        try? versions?.close()
        _ = try? await readers?.barrierWriteWithoutTransaction { _ in }
        try? readers?.close()
        _ = try? await first.writeWithoutTransaction { [file] in file.truncateLog($0, waitsForReaders: true) }
        try? first.close()
    }

    private func readers() async throws -> DatabasePool {
        if let readers = state.withLock(\.readers) { return readers }
        return try await withCheckedThrowingContinuation { caller in
            opening.async { caller.resume(with: Result { try self.openReaders() }) }
        }
    }

    private func openReaders() throws -> DatabasePool {
        if let readers = state.withLock(\.readers) { return readers }
        let readers = try file.openReaders(count: Self.shortReadCount + scans.count)
        state.withLock { $0.readers = readers }
        return readers
    }
}
