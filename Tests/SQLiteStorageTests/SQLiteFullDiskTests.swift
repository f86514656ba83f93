import FeatureKit
import FeatureStorage
import SQLiteStorage
import Synchronization
import Testing

/// Tests of files that cannot grow, and of full disks.
@Suite(.timeLimit(.minutes(5))) struct SQLiteFullDiskTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `A full disk causes a clear error, and earlier writes are kept`() async throws {
        let store = try SQLiteRecordStore(path: folder.path + "store", pageLimit: 40)
        let large = String(repeating: "x", count: 10_000)
        var saved = 0
        let error = await #expect(throws: StorageError.self) {
            for number in 0..<100 {
                try await store.write([.insert(RowInsert(id: "\(number)", values: ["text": .text(large)]))], to: "dogs")
                saved += 1
            }
        }
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("is full") == true)
        #expect(
            error?.clientMessage == "the disk of the database is full; make room and try again; earlier writes are safe"
        )
        #expect(saved > 0)
        #expect(
            try await SQLiteRecordStore(path: folder.path + "store").page(of: "dogs", after: nil, limit: 1000).rows
                .count == saved)
    }

    @Test func `A load whose rows have no room in the temporary folder says so, and saves nothing`() async throws {
        let store = try SQLiteRecordStore(path: folder.path + "store", pageLimit: 40)
        let large = FieldValue.text(String(repeating: "x", count: 10_000))
        let rest = Mutex(100)
        let error = await #expect(throws: StorageError.self) {
            try await store.load(into: "dogs") {
                let number = rest.withLock { rest in
                    rest -= 1
                    return rest
                }
                return number < 0 ? [] : [RowInsert(id: "\(number)", values: ["text": large])]
            }
        }
        #expect(error?.code == .unusable)
        #expect(
            error?.message
                == "the folder for temporary files is full or cannot be written; make room, or name another folder with "
                + "SQLITE_TMPDIR; nothing was saved")
        #expect(try await store.page(of: "dogs", after: nil, limit: 10).rows.isEmpty)
    }

    @Test func `A search whose index has no room on the disk says so, and lists are still shown`() async throws {
        let path = folder.path + "store"
        let store = try SQLiteRecordStore(path: path, pageLimit: 120)
        let text = FieldValue.text(String(repeating: "large ", count: 2_000))
        let inserts = (0..<10).map { RowInsert(id: "\($0)", values: ["text": text]) }
        try await store.write(inserts.map { .insert($0) }, to: "dogs")
        let index = RecordIndex(columns: [.init("text", kind: .text, isSearched: true)])
        let query = try RecordQuery(index, search: "large")
        let error = await #expect(throws: StorageError.self) {
            try await store.page(of: "dogs", matching: query, after: nil, limit: 10)
        }
        #expect(error?.code == .unusable)
        #expect(
            error?.message
                == "the search index of the database '\(path)' needs more room, and the disk is full; make room and try "
                + "again; earlier writes are safe")
        #expect(try await store.page(of: "dogs", after: nil, limit: 100).rows.count == 10)
    }

    @Test func `A store whose disk has no room for a write is not ready`() async throws {
        let space = Atomic(SQLiteRecordStore.neededSpace)
        let path = folder.path + "store"
        let store = try SQLiteRecordStore(path: path, freeSpace: { _ in space.load(ordering: .relaxed) })
        try await store.verify()
        space.store(SQLiteRecordStore.neededSpace - 1, ordering: .relaxed)
        let error = await #expect(throws: StorageError.self) { try await store.verify() }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "the disk of the database '\(path)' has less than 1 MiB free; make room")
        space.store(SQLiteRecordStore.neededSpace, ordering: .relaxed)
        try await store.verify()
    }
}
