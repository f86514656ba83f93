import FeatureKit
import FeatureStorage
import FeatureTesting
import GRDB
import GRDBSQLite
import SQLiteStorage
import Synchronization
import Testing

/// Tests of the lanes of writes, short reads and scans.
@Suite(.timeLimit(.minutes(5))) struct SQLiteLaneTests {
    /// Makes the comparison of the first record of each scan wait until the scan is interrupted, or until a test ends it.
    private final class SlowScans: Sendable {
        /// The number of scans that wait or have waited.
        let begun = Watched(0)
        let isOver = Atomic(false)

        @Sendable func prepare(_ db: Database) throws {
            struct Connection: @unchecked Sendable {  // only the scan uses it, on its own thread
                let pointer: OpaquePointer?
            }
            let connection = Connection(pointer: db.sqliteConnection)
            let isInterrupted: @Sendable () -> Bool = {
                sqlite3_exec(connection.pointer, "SELECT 1", nil, nil, nil) == SQLITE_INTERRUPT
            }
            db.add(
                function: DatabaseFunction("instr", argumentCount: 2) { [self] _ in
                    begun.change { $0 += 1 }
                    while !isInterrupted(), !isOver.load(ordering: .relaxed) {}
                    return 1
                })
        }
    }

    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let slow = SlowScans()
    private let store: SQLiteRecordStore
    private let query: RecordQuery

    init() async throws {
        folder = try TemporaryFolder()
        store = try SQLiteRecordStore(path: folder.path + "store", clock: clock, preparingReaders: slow.prepare)
        let index = RecordIndex(columns: [.init("name", kind: .text, isSearched: true)])
        query = try RecordQuery(index, search: "re")
        try await store.write([.insert(RowInsert(id: "a", values: ["name": "Rex"]))], to: "dogs")
        // The list builds the index.
        let list = try RecordQuery(index, order: "name")
        _ = try await store.page(of: "dogs", matching: list, after: nil, limit: 10)
    }

    private func search() async throws -> [String] {
        try await store.page(of: "dogs", matching: query, after: nil, limit: 10).rows.map(\.id)
    }

    private func scanning() async -> Task<[String], any Error> {
        let scan = Task { try await search() }
        await slow.begun.wait { $0 == 1 }
        return scan
    }

    @Test func `A scan delays neither writes nor short reads`() async throws {
        let scan = await scanning()
        try await store.write([.insert(RowInsert(id: "b", values: ["name": "Max"]))], to: "dogs")
        #expect(try await store.rows(of: "dogs", ids: ["b"]).count == 1)
        #expect(try await store.page(of: "dogs", after: nil, limit: 10).rows.count == 2)
        #expect(try await store.count(of: "dogs", matching: nil) == RecordCount(2))
        try await store.verify()
        slow.isOver.store(true, ordering: .relaxed)
        #expect(try await scan.value == ["a"])
    }

    @Test func `A scan is interrupted after two seconds`() async throws {
        let scan = await scanning()
        await clock.advance(by: .seconds(2))
        await #expect(throws: StorageError.scanTooLong) { try await scan.value }
        slow.isOver.store(true, ordering: .relaxed)
        #expect(try await search() == ["a"])
    }

    @Test func `A scan is interrupted when its caller has gone`() async throws {
        let scan = await scanning()
        scan.cancel()
        await #expect(throws: CancellationError.self) { try await scan.value }
        #expect(store.scans.takenCount == 0)
        slow.isOver.store(true, ordering: .relaxed)
        #expect(try await store.count(of: "dogs", matching: query) == RecordCount(1))
    }

    @Test func `A scan that finds a stale index does not read in the write that updates it`() async throws {
        try await DatabaseQueue(path: folder.path + "store").write { db in
            try db.execute(sql: "INSERT INTO stale1 SELECT position FROM record")
        }
        let scan = await scanning()
        try await store.write([.insert(RowInsert(id: "b", values: [:]))], to: "dogs")
        slow.isOver.store(true, ordering: .relaxed)
        #expect(try await scan.value == ["a"])
    }
}
