import FeatureKit
import FeatureStorage
import FeatureTesting
import Foundation
import GRDB
import SQLiteStorage
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct SQLiteIndexTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "store" }

    init() throws { folder = try TemporaryFolder() }

    private static let choices = (0..<20).map { "choice \($0)" }
    private static let index = RecordIndex(columns: [
        .init("name", kind: .text, isSearched: true), .init("n", kind: .integer, isSearched: false),
        .init("choice", kind: .choice, choices: choices, isSearched: false),
    ])

    private func query(_ search: String, index: RecordIndex = index) throws -> RecordQuery {
        try RecordQuery(index, search: search)
    }

    private func insert(_ names: [String], into store: SQLiteRecordStore) async throws {
        try await store.write(
            names.map { .insert(RowInsert(id: $0, values: ["name": .text($0)])) }, to: "dogs")
    }

    private func number(_ sql: String) async throws -> Int? {
        try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: sql) }
    }

    private func execute(_ sql: String) async throws {
        try await DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
    }

    /// Checks that the texts and the table that finds them are consistent, and that no entry is stale.
    private func verifyIndex(count: Int) async throws {
        try await execute("INSERT INTO search1 (search1, rank) VALUES ('integrity-check', 1)")
        #expect(try await number("SELECT count(*) FROM entry1") == count)
        #expect(try await number("SELECT count(*) FROM stale1") == 0)
    }

    @Test func `A refused batch leaves no entry`() async throws {
        let store = try SQLiteRecordStore(path: path)
        try await insert(["Rex", "Max"], into: store)
        #expect(try await store.count(of: "dogs", matching: query("max")) == RecordCount(1))
        await #expect(throws: StorageError.self) { try await insert(["Maxine", "Rex"], into: store) }
        #expect(try await store.count(of: "dogs", matching: query("max")) == RecordCount(1))
        try await verifyIndex(count: 2)
    }

    @Test func `The index follows loads and batches`() async throws {
        let store = try SQLiteRecordStore(path: path)
        try await insert(["Rex"], into: store)
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(1))
        let names = (0..<40).map { "Rex \($0)" }
        let batches = Mutex([names.map { RowInsert(id: $0, values: ["name": .text($0)]) }])
        try await store.load(into: "dogs") { batches.withLock { $0.popLast() ?? [] } }
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(41))
        try await verifyIndex(count: 41)
        let rows = try await store.page(of: "dogs", matching: query("rex 1"), after: nil, limit: 100).rows
        #expect(rows.count == 13)
        try await store.write(
            rows.map { row in
                row.id == "Rex 1"
                    ? .delete(id: row.id, expecting: row.revision)
                    : .update(RowInsert(id: row.id, values: ["name": "Max"]), expecting: row.revision)
            } + [.insert(RowInsert(id: "Rex 1", values: [:]))], to: "dogs")
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(28))
        #expect(try await store.count(of: "dogs", matching: query("max")) == RecordCount(12))
        try await verifyIndex(count: 41)
    }

    @Test func `The index of a load follows in steps, and others write and read in between`() async throws {
        // The clock stands still, so that no search takes too long.
        let store = try SQLiteRecordStore(path: path, clock: ManualClock())
        try await insert(["Rex"], into: store)
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(1))
        // The second step fails, as if the process had ended.
        try await execute(
            """
            CREATE TRIGGER ending BEFORE DELETE ON stale1 WHEN OLD.position > 3000 BEGIN SELECT RAISE(ABORT, 'end'); END
            """)
        let batches = Mutex([(0..<5_000).map { RowInsert(id: "\($0)", values: ["name": .text("Rex \($0)")]) }])
        try await store.load(into: "dogs") { batches.withLock { $0.popLast() ?? [] } }
        #expect(try await number("SELECT count(*) FROM entry1") == 2_001)
        #expect(try await number("SELECT count(*) FROM stale1") == 3_000)
        try await execute("DROP TRIGGER ending")
        // A write does not do the rest at once.
        try await insert(["Max"], into: store)
        #expect(try await number("SELECT count(*) FROM stale1") == 1_001)
        #expect(try await store.rows(of: "dogs", ids: ["4999", "Max"]).count == 2)
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(5_001))
        #expect(try await store.count(of: "dogs", matching: query("max")) == RecordCount(1))
        try await verifyIndex(count: 5_002)
    }

    @Test func `Others write while a load reads its rows`() async throws {
        let store = try SQLiteRecordStore(path: path)
        try await insert(["Rex"], into: store)
        // This connection does not wait for a lock.
        let other = try DatabaseQueue(path: path)
        let batches = Mutex(["Max", "Bella"].map { [RowInsert(id: $0, values: ["name": .text($0)])] })
        let count = try await store.load(into: "dogs") {
            try other.write { try $0.execute(sql: "UPDATE collection SET floor = floor") }
            return batches.withLock { $0.popLast() ?? [] }
        }
        #expect(count == 2)
        #expect(try await store.count(of: "dogs", matching: query("bella")) == RecordCount(1))
        try await verifyIndex(count: 3)
    }

    @Test func `A query whose index is never current fails after some attempts`() async throws {
        let store = try SQLiteRecordStore(path: path)
        try await insert(["Rex"], into: store)
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(1))
        // As if another program wrote between each update of the index and the read after it.
        try await execute("CREATE TABLE updates (position)")
        try await execute(
            """
            CREATE TRIGGER outdating AFTER DELETE ON stale1 BEGIN
                INSERT INTO updates VALUES (OLD.position);
                INSERT INTO stale1 VALUES (OLD.position);
            END
            """)
        try await execute("INSERT INTO stale1 VALUES (1)")
        // Without a limit, the query would never end.
        let error = await withTimeLimit(.seconds(60)) { () -> StorageError? in
            do { _ = try await store.count(of: "dogs", matching: query("rex")) } catch { return error as? StorageError }
            return nil
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("is not ready: other queries or an older program keep changing it") == true)
        #expect(try await number("SELECT count(*) FROM updates") == RecordIndex.updateLimit)
        // Without the other program, the index becomes current.
        try await execute("DROP TRIGGER outdating")
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(1))
    }

    @Test func `An index with another stamp is built again`() async throws {
        let store = try SQLiteRecordStore(path: path)
        try await insert(["Rex"], into: store)
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(1))
        // An index of another version of the folding has other texts.
        try await execute("UPDATE collection SET indexStamp = '1 0 ' || substr(indexStamp, 5)")
        try await execute("UPDATE entry1 SET text = 'another folding'")
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(1))
        try await verifyIndex(count: 1)
        #expect(try await number("SELECT indexStamp LIKE '1 1 {%' FROM collection") == 1)
    }

    @Test func `A write leaves an index that it does not understand to the program that built it`() async throws {
        let store = try SQLiteRecordStore(path: path)
        try await insert(["Rex"], into: store)
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(1))
        try await execute("UPDATE collection SET indexStamp = '9' || indexStamp")
        try await insert(["Rexine"], into: store)
        #expect(try await number("SELECT count(*) FROM stale1") == 1)
        try await execute("UPDATE collection SET indexStamp = substr(indexStamp, 2)")
        #expect(try await store.count(of: "dogs", matching: query("rex")) == RecordCount(2))
        try await verifyIndex(count: 2)
    }

    @Test func `Queries of several programs build a missing index only once`() async throws {
        let alone = try SQLiteRecordStore(path: folder.path + "alone")
        let stores = try (0..<4).map { _ in try SQLiteRecordStore(path: path) }
        for store in [alone, stores[0]] { try await insert(["Rex"], into: store) }
        let all = try query("rex")
        _ = try await alone.count(of: "dogs", matching: all)
        try await withThrowingTaskGroup { group in
            for store in stores + stores {
                group.addTask {
                    let count = try await store.count(of: "dogs", matching: all)
                    #expect(count == RecordCount(1))
                }
            }
            try await group.waitForAll()
        }
        // Each statement of a build that changes the schema raises this number.
        let expected = try await DatabaseQueue(path: folder.path + "alone").read {
            try Int.fetchOne($0, sql: "PRAGMA schema_version")
        }
        #expect(try await number("PRAGMA schema_version") == expected)
    }

    /// Queries whose words and filters match few, many or all of 30,000 records, at the beginning or at the end of an
    /// order.
    @Test func `Each plan finds the same records as the definition`() async throws {
        let store = try SQLiteRecordStore(path: path, scanLimit: nil)
        let count = 30_000
        let values = (0..<count).map { number -> [String: FieldValue] in
            let word = number % 7919 == 3 ? "Rare" : number >= 18_000 ? "Common" : "Other"
            return [
                "name": .text("\(word) \(number * 7919 % count)"), "n": .integer(number / 3),
                "choice": .text(Self.choices[number % 2 == 0 ? 0 : number % 20]),
            ]
        }
        let inserts = values.enumerated().map { RowInsert(id: "\($0)", values: $1) }
        let batches = Mutex([inserts])
        try await store.load(into: "dogs") { batches.withLock { $0.popLast() ?? [] } }
        let entries = values.enumerated().map {
            (entry: Self.index.entry(for: $1), position: Int64($0 + 1))
        }
        let filters: [[String: [FieldValue]]] = [
            [:], ["choice": [.text(Self.choices[0])]], ["choice": [.text(Self.choices[7]), .text(Self.choices[0])]],
            ["choice": Self.choices.dropFirst().map { .text($0) }],
            ["n": [5, 9_999], "choice": Self.choices.map { .text($0) }],
        ]
        for search in ["", "common", "rare", "r", "common 1"] {
            for filter in filters {
                for order in [nil, "name", "n", "choice"] {
                    for isDescending in [false, true] {
                        let query = try RecordQuery(
                            Self.index, search: search, filters: filter, order: order, isDescending: isDescending)
                        let expected = entries.filter { query.matches($0.entry) }
                            .map { (key: query.orderKey($0.entry), position: $0.position) }
                            .sorted { query.precedes($0, $1) }
                        try await verify(query, in: store, expected.map(\.position))
                    }
                }
            }
        }
    }

    /// Reads the first two pages, a page in the middle, and the last page, and counts the records.
    private func verify(_ query: RecordQuery, in store: SQLiteRecordStore, _ expected: [Int64]) async throws {
        let limit = 50
        var cursors: [(FeatureStorage.RecordCursor?, Int)] = [(nil, 0)]
        for start in [limit, expected.count / 2, expected.count - limit / 2] where start > 0 && start < expected.count {
            let row = try await store.rows(of: "dogs", ids: ["\(expected[start - 1] - 1)"])
            let entry = query.index.entry(for: try #require(row.first).values)
            cursors.append((query.cursor(after: query.orderKey(entry), expected[start - 1]), start))
        }
        for (cursor, start) in cursors {
            let page = try await store.page(of: "dogs", matching: query, after: cursor, limit: limit)
            #expect(page.rows.map(\.position) == Array(expected[start...].prefix(limit)), "\(query) from \(start)")
            #expect((page.next == nil) == (start + limit >= expected.count), "\(query) from \(start)")
        }
        let exact = RecordCount(expected.count)
        let count = query.words.isEmpty ? exact : RecordCount(ofSearch: expected.count)
        #expect(try await store.count(of: "dogs", matching: query) == count, "\(query)")
    }
}
