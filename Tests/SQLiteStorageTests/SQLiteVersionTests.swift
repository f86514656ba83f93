import FeatureKit
import FeatureStorage
import Foundation
import GRDB
import SQLiteStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct SQLiteVersionTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "store" }

    init() throws { folder = try TemporaryFolder() }

    private static let index = RecordIndex(columns: [.init("name", kind: .text, isSearched: true)])

    /// Returns the names of the records that contain a word, in the order of the names.
    private func names(in store: SQLiteRecordStore, _ search: String) async throws -> [String] {
        let query = try RecordQuery(Self.index, search: search, order: "name")
        let rows = try await store.page(of: "dogs", matching: query, after: nil, limit: 100).rows
        #expect(try await store.count(of: "dogs", matching: query) == RecordCount(rows.count))
        return rows.compactMap { $0.values["name"]?.description }
    }

    private func execute(_ sql: String) async throws {
        try await DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    @Test func `Queries find what an older program inserts, changes and deletes`() async throws {
        let store = try SQLiteRecordStore(path: path)
        let older = try FirstVersion(path: path)
        let rows = ["Rex", "Max", "Alf"].map { RowWrite.insert(RowInsert(id: $0, values: ["name": .text($0)])) }
        let start = try await store.write(rows, to: "dogs").map(\.position)
        #expect(try await names(in: store, "rex") == ["Rex"])
        try older.insert("new", name: "Zora of Rexham")
        try older.rename("Max", to: "Rex the Second")
        try older.rename("Max", to: "Rex the Third")
        try older.delete("Rex")
        #expect(try await names(in: store, "rex") == ["Rex the Third", "Zora of Rexham"])
        #expect(try await names(in: store, "max").isEmpty)
        #expect(try await store.count(of: "dogs", matching: nil) == RecordCount(3))
        try older.load(["Rexine", "Rexona"])
        try older.insert("gone", name: "Rex")
        try older.delete("gone")
        try older.delete("Rexona")
        #expect(try await names(in: store, "rex") == ["Rexine", "Rex the Third", "Zora of Rexham"].sorted())
        try await store.write([.insert(RowInsert(id: "last", values: ["name": "Alf the Rex"]))], to: "dogs")
        #expect(try await names(in: store, "alf") == ["Alf", "Alf the Rex"])
        #expect(try await store.count(of: "dogs", matching: nil) == RecordCount(5))
        // The older program logs no positions.
        let changes = try await store.changes(in: "dogs", after: ChangeToken(number: 3), limit: 100)
        guard case .changes(let changes, _, _) = changes,
            case .updated(let row) = try #require(changes.dropFirst().first)
        else { throw Unexpected() }
        #expect(row.id == "Max" && row.position == start[1])
    }

    @Test func `The next write of a program with an index also indexes what an older program wrote`() async throws {
        let store = try SQLiteRecordStore(path: path)
        let older = try FirstVersion(path: path)
        try await store.write([.insert(RowInsert(id: "a", values: ["name": "Rex"]))], to: "dogs")
        _ = try await names(in: store, "rex")
        try older.insert("b", name: "Rex the Second")
        try await store.write([.insert(RowInsert(id: "c", values: ["name": "Max"]))], to: "dogs")
        let stale = try await DatabaseQueue(path: path).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM stale1")
        }
        #expect(stale == 0)
        #expect(try await names(in: store, "rex") == ["Rex", "Rex the Second"])
    }

    @Test func `A file of the first version is searched, and its programs can still use it`() async throws {
        let older = try FirstVersion(path: path)
        try older.insert("a", name: "Rex")
        try older.load(["Max", "Rexine"])
        let store = try SQLiteRecordStore(path: path)
        #expect(try await names(in: store, "rex") == ["Rex", "Rexine"])
        #expect(try await store.count(of: "dogs", matching: nil) == RecordCount(3))
        try await store.write([.insert(RowInsert(id: "b", values: ["name": "Alf"]))], to: "dogs")
        #expect(try await store.count(of: "dogs", matching: nil) == RecordCount(4))
        for program in [older, try FirstVersion(path: path)] {
            try program.insert("c", name: "Rex of today")
            #expect(try await names(in: store, "today") == ["Rex of today"])
            #expect(try program.loggedValues().last == #"{"name":"Rex of today"}"#)
            try program.delete("c")
            #expect(try await names(in: store, "today").isEmpty)
        }
    }

    @Test func `What an older program writes has entries without a person, and can be taken back`() async throws {
        let older = try FirstVersion(path: path)
        try older.insert("before", name: "Old")
        let store = try SQLiteRecordStore(path: path)
        try older.insert("a", name: "Rex")
        try older.rename("a", to: "Max")
        try older.delete("a")
        let entries = try await store.history(of: "dogs", matching: HistorySelection(), limit: 9)
        #expect(entries.map(\.operation) == [.removed, .updated, .inserted])
        #expect(entries.map(\.before) == [["name": "Max"], ["name": "Rex"], [:]])
        #expect(entries.allSatisfy { $0.cause == nil && $0.change == $0.number })
        let place = try #require(entries.first?.position)
        let dog = RowInsert(id: "a", values: ["name": "Max"])
        try await store.write([.restore(dog, position: place)], to: "dogs")
        try older.rename("a", to: "Bo")
        try older.insert("b", name: "Rex")
        let rows = try await store.page(of: "dogs", after: nil, limit: 9).rows
        #expect(rows.map(\.id) == ["before", "a", "b"])
        #expect(rows.map(\.values) == [["name": "Old"], ["name": "Bo"], ["name": "Rex"]])
    }

    @Test func `A file that only newer programs can use is refused and not changed`() async throws {
        _ = try SQLiteRecordStore(path: path)
        try await execute("UPDATE format SET version = 7, readable_from = 5; PRAGMA wal_checkpoint(TRUNCATE)")
        let before = try folder.bytes(of: "store")
        let error = #expect(throws: StorageError.self) { try SQLiteRecordStore(path: path) }
        #expect(error?.code == .unusable)
        #expect(error?.message.contains("has version 7; this program supports versions up to 4") == true)
        #expect(try folder.bytes(of: "store") == before)
    }

    @Test func `A file of a newer version that this program can use is opened and keeps its version`() async throws {
        _ = try SQLiteRecordStore(path: path)
        try await execute("UPDATE format SET version = 7")
        let store = try SQLiteRecordStore(path: path)
        try await store.write([.insert(RowInsert(id: "a", values: ["name": "Rex"]))], to: "dogs")
        #expect(try await names(in: store, "rex") == ["Rex"])
        let version = try await DatabaseQueue(path: path).read {
            try Int.fetchOne($0, sql: "SELECT version FROM format")
        }
        #expect(version == 7)
    }
}

private struct Unexpected: Error {}
