import FeatureKit
import FeatureStorage
import Foundation
import GRDB
import SQLiteStorage
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct SQLiteFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(_ name: String = "store") throws -> SQLiteRecordStore {
        try SQLiteRecordStore(path: folder.path + name)
    }

    private func refusal(_ name: String = "store") -> StorageError? {
        #expect(throws: StorageError.self) { try open(name) }
    }

    @Test func `The store creates its folders, and its rows exist after it is opened again`() async throws {
        let written = try await open("a/b/store").write([.insert(RowInsert(id: "a", values: ["n": 1]))], to: "dogs")
        let page = try await open("a/b/store").page(of: "dogs", after: nil, limit: 10)
        #expect(page.rows == written)
        #expect(page.token.number == 1)
    }

    @Test func `Only the owner has access to files that the store creates`() async throws {
        let store = try open("private/store")
        try await store.write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
        func mode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.path + name)[.posixPermissions] as? Int
        }
        #expect(try mode("private") == 0o700)
        for name in ["private/store", "private/store-wal", "private/store-shm"] { #expect(try mode(name) == 0o600) }
        // An existing file keeps its permissions.
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: folder.path + "private/store")
        _ = try open("private/store")
        #expect(try mode("private/store") == 0o640)
        withExtendedLifetime(store) {}
    }

    @Test func `Only the owner has access to a file that the store creates through a symbolic link`() throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "link", withDestinationPath: folder.path + "target")
        _ = try open("link")
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "target")[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(arguments: [
        ("/dev/null", "it is not a regular file"), ("/tmp", "it is not a regular file"),
        ("file:records?mode=memory", "give a path, not an address"),
    ])
    func `The store opens only regular files`(path: String, reason: String) {
        let error = StorageError(
            .unusable, "the database '\(path)' cannot be opened: \(reason); choose another with --database")
        #expect(throws: error) { try SQLiteRecordStore(path: path) }
    }

    @Test func `A row that another program damaged does not hide other rows`() async throws {
        let store = try open()
        try await store.write(["a", "b"].map { .insert(RowInsert(id: $0, values: ["n": 1])) }, to: "dogs")
        let other = try DatabaseQueue(path: folder.path + "store")
        try await other.write {
            try $0.execute(sql: "UPDATE record SET \"values\" = 'nonsense' WHERE id = CAST('a' AS BLOB) OR id = 'a'")
        }
        let rows = try await store.page(of: "dogs", after: nil, limit: 10).rows
        #expect(rows.map(\.values) == [[:], ["n": 1]])
    }

    @Test func `The database file uses WAL mode`() async throws {
        let store = try open()
        let mode = try await DatabaseQueue(path: folder.path + "store").read {
            try String.fetchOne($0, sql: "PRAGMA journal_mode")
        }
        #expect(mode == "wal")
        withExtendedLifetime(store) {}
    }

    /// Loads rows and returns the size of the write-ahead log afterwards, in bytes.
    private func load(_ count: Int, into store: SQLiteRecordStore) async throws -> Int {
        let batches = Mutex([(0..<count).map { RowInsert(id: "\($0)", values: ["n": .integer($0)]) }])
        try await store.load(into: "dogs") { batches.withLock { $0.popLast() ?? [] } }
        return try folder.bytes(of: "store-wal").count
    }

    @Test func `The write-ahead log is empty after a load`() async throws {
        let store = try open()
        #expect(try await load(1000, into: store) == 0)
        // The file contains all records without its log.
        try folder.write(try folder.bytes(of: "store"), to: "copy")
        #expect(try await open("copy").rows(of: "dogs", ids: ["0", "999", "1000"]).count == 2)
        withExtendedLifetime(store) {}
    }

    @Test func `A closed file is complete without its log, even while other stores have it open`() async throws {
        let (store, other) = (try open(), try open())
        _ = try await other.write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
        _ = try await store.write([.insert(RowInsert(id: "b", values: [:]))], to: "dogs")
        #expect(try folder.bytes(of: "store-wal").count > 0)
        await store.close()
        try folder.write(try folder.bytes(of: "store"), to: "copy")
        #expect(try await open("copy").rows(of: "dogs", ids: ["a", "b"]).count == 2)
        // The other store continues to work.
        _ = try await other.write([.insert(RowInsert(id: "c", values: [:]))], to: "dogs")
        await other.close()
        #expect(!folder.has("store-wal"))
        #expect(try await open().rows(of: "dogs", ids: ["a", "b", "c"]).count == 3)
    }

    @Test func `A closed file is complete without its log, even after a read was cancelled`() async throws {
        let other = try open()
        for round in 0..<500 {
            let store = try open()
            try await store.write([.insert(RowInsert(id: "\(round)", values: [:]))], to: "dogs")
            let (reads, began) = AsyncStream.makeStream(of: Void.self)
            let reading = Task {
                while !Task.isCancelled {
                    began.yield()
                    _ = try await store.rows(of: "dogs", ids: ["0"])
                }
            }
            for await _ in reads.prefix(1) {}
            for _ in 0..<round % 50 { await Task.yield() }
            reading.cancel()
            await store.close()
            #expect(try folder.bytes(of: "store-wal").isEmpty, "cancelled in round \(round)")
        }
        await other.close()
    }

    @Test func `Closing the store waits only a limited time for a reader and loses no row`() async throws {
        let store = try open()
        _ = try await store.write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: folder.path + "store", configuration: configuration)
        try await reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
        }
        _ = try await store.write([.insert(RowInsert(id: "b", values: [:]))], to: "dogs")
        await store.close()
        #expect(try folder.bytes(of: "store-wal").count > 0)
        #expect(try await open().rows(of: "dogs", ids: ["a", "b"]).count == 2)
        try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
    }

    @Test func `A load does not wait for readers`() async throws {
        let store = try open()
        _ = try await store.write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: folder.path + "store", configuration: configuration)
        try await reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
        }
        let start = ContinuousClock.now
        #expect(try await load(1000, into: store) > 0)
        // A connection waits half a minute for a writer, so this limit proves that the load did not wait.
        #expect(ContinuousClock.now - start < .seconds(20))
        try await reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try await store.rows(of: "dogs", ids: ["999"]).count == 1)
    }

    @Test func `A file that is not a database is refused and not changed`() throws {
        let text = Data(String(repeating: "dear diary ", count: 1000).utf8)
        try folder.write(text, to: "store")
        let error = refusal()
        #expect(error?.code == .unusable)
        #expect(
            error?.message == "'\(folder.path)store' is not a database of this program; it was not changed; "
                + "choose another with --database")
        #expect(try folder.bytes(of: "store") == text)
    }

    @Test func `A database of another program is refused and not changed`() async throws {
        try await DatabaseQueue(path: folder.path + "store").write { try $0.execute(sql: "CREATE TABLE other (n)") }
        let before = try folder.bytes(of: "store")
        #expect(refusal()?.message.contains("is not a database of this program") == true)
        #expect(try folder.bytes(of: "store") == before)
    }

    @Test func `A database of a newer version is refused and not changed`() async throws {
        _ = try open()
        try await DatabaseQueue(path: folder.path + "store").writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA user_version = 99")
            try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let before = try folder.bytes(of: "store")
        let error = refusal()
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("has version 99; this program supports versions up to 4") == true)
        #expect(try folder.bytes(of: "store") == before)
    }

    @Test func `A damaged file causes a clear error and is not changed`() async throws {
        do {
            let store = try open()
            let rows = (0..<2000).map { RowWrite.insert(RowInsert(id: "\($0)", values: ["text": "some text"])) }
            try await store.write(rows, to: "dogs")
        }
        try await DatabaseQueue(path: folder.path + "store").writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
        var bytes = try folder.bytes(of: "store")
        // Damage every page except the first, which identifies the file.
        for index in 4096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        try folder.write(bytes, to: "store")
        let error = await #expect(throws: StorageError.self) {
            try await open().page(of: "dogs", after: nil, limit: 5000)
        }
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("is damaged") == true)
        // The attempt to open may have added a page at the end. The rest must be unchanged.
        #expect(try folder.bytes(of: "store").prefix(bytes.count).dropFirst(4096) == bytes.dropFirst(4096))
    }

    @Test func `A path where no file can be created causes a clear error`() throws {
        for path in ["/proc/no-such-folder/store", folder.path] {
            let error = #expect(throws: StorageError.self) { try SQLiteRecordStore(path: path) }
            #expect(error?.code == .unusable)
            #expect(error?.message.hasPrefix("the database '\(path)' cannot be opened: ") == true)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may write everything"))
    func `A read-only file causes a clear error`() async throws {
        _ = try open()
        let path = folder.path + "store"
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        let error = await #expect(throws: StorageError.self) {
            try await open().write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
        }
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("cannot be written") == true)
    }

    @Test func `A locked file causes an error within seconds and works after it is unlocked`() async throws {
        _ = try open()
        let rival = try DatabaseQueue(path: folder.path + "store")
        try await rival.writeWithoutTransaction {
            try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE other (n); COMMIT")
        }
        let begin = ContinuousClock.now
        #expect(refusal()?.code == .unavailable)
        #expect(ContinuousClock.now - begin < .seconds(20))
        try rival.close()
        try await open().write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
    }

    @Test func `The store writes nothing after its file was removed or replaced`() async throws {
        let store = try open()
        let insert = RowWrite.insert(RowInsert(id: "a", values: [:]))
        try FileManager.default.removeItem(atPath: folder.path + "store")
        let removed = await #expect(throws: StorageError.self) { try await store.write([insert], to: "dogs") }
        #expect(removed?.code == .unavailable)
        let unusable = await #expect(throws: StorageError.self) { try await store.verify() }
        #expect(unusable == removed)
        _ = try open()
        let replaced = await #expect(throws: StorageError.self) { try await store.write([insert], to: "dogs") }
        #expect(replaced?.message.contains("was removed or replaced") == true)
    }

    @Test func `All concurrent attempts to open a new file succeed`() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask { @concurrent [folder] in
                    let store = try SQLiteRecordStore(path: folder.path + "store")
                    try await store.write([.insert(RowInsert(id: "\(number)", values: [:]))], to: "dogs")
                }
            }
            try await group.waitForAll()
        }
        #expect(try await open().page(of: "dogs", after: nil, limit: 100).rows.count == 8)
    }
}
