#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import FeatureTesting
    import Testing

    @Suite(.timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.absence))
    struct PostgreSQLIndexTests {
        private let schema = PostgreSQLServer.newName()
        private let server: PostgreSQLServer
        private let old: PostgreSQLVersion1
        private let names = RecordIndex(columns: [.init("name", kind: .text, isSearched: true)])

        init() throws {
            server = try #require(PostgreSQLServer.shared)
            old = PostgreSQLVersion1(server: server, schema: schema)
        }

        private func row(_ id: String, _ name: String, key: String? = nil) -> RowInsert {
            RowInsert(id: id, values: ["name": .text(name)], uniqueKey: key)
        }

        /// Returns the ids of the dogs that a search finds, in the order of their names.
        private func search(_ text: String, in store: any RecordStore) async throws -> [String] {
            let query = try RecordQuery(names, search: text, order: "name")
            let page = try await store.page(of: "dogs", matching: query, after: nil, limit: 100)
            #expect(try await store.count(of: "dogs", matching: query).count == page.rows.count)
            return page.rows.map(\.id)
        }

        /// Returns the position and the name of each entry of the index.
        private func entries() async throws -> [Substring] {
            try await server.sql("SELECT position || ' ' || text FROM \(schema).entry_1 ORDER BY position").split(
                separator: "\n")
        }

        private func count(_ store: any RecordStore) async throws -> Int {
            try await store.count(of: "dogs", matching: nil).count
        }

        @Test func `Queries follow what a program without indexes inserts, updates and deletes`() async throws {
            let store = try server.open(schema)
            try await store.write([.insert(row("a", "Rex")), .insert(row("b", "Max"))], to: "dogs")
            #expect(try await search("rex", in: store) == ["a"])
            try await old.insert("c", name: "Alf Rex")
            #expect(try await search("rex", in: store) == ["c", "a"])
            #expect(try await count(store) == 3)
            try await old.update("a", name: "Max")
            #expect(try await search("rex", in: store) == ["c"])
            #expect(try await search("max", in: store) == ["a", "b"])
            try await old.update("c", name: "Zorro Rex")
            #expect(try await search("", in: store) == ["a", "b", "c"])
            try await old.delete("c")
            #expect(try await search("rex", in: store) == [])
            #expect(try await search("", in: store) == ["a", "b"])
            #expect(try await count(store) == 2)
            #expect(try await entries() == ["1 max", "2 max"])
        }

        @Test func `A row that a program without indexes changed twice or deleted needs no entry`() async throws {
            let store = try server.open(schema)
            try await store.write([.insert(row("a", "Rex"))], to: "dogs")
            #expect(try await search("rex", in: store) == ["a"])
            try await old.insert("b", name: "Rex")
            try await old.update("b", name: "Max")
            try await old.update("a", name: "Max")
            let rows = try await store.rows(of: "dogs", ids: ["a"])
            try await store.write(
                [.update(row("a", "Alf"), expecting: try #require(rows.first).revision)], to: "dogs")
            try await old.delete("b")
            #expect(try await search("", in: store) == ["a"])
            #expect(try await entries() == ["1 alf"])
        }

        @Test func `A query whose index is never current fails after some attempts`() async throws {
            let store = try server.open(schema)
            try await store.write([.insert(row("a", "Rex"))], to: "dogs")
            #expect(try await search("rex", in: store) == ["a"])
            // As if another program wrote between each update of the index and the read after it.
            _ = try await server.sql(
                """
                CREATE TABLE \(schema).updates (position bigint);
                CREATE FUNCTION \(schema).outdate() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    INSERT INTO \(schema).updates VALUES (OLD.position);
                    INSERT INTO \(schema).stale VALUES (OLD.collection, OLD.position);
                    RETURN NULL;
                END $$;
                CREATE TRIGGER outdating AFTER DELETE ON \(schema).stale FOR EACH ROW
                    EXECUTE FUNCTION \(schema).outdate();
                INSERT INTO \(schema).stale SELECT key, 1 FROM \(schema).collection
                """)
            // Without a limit, the query would never end.
            let error = await withTimeLimit(.seconds(60)) { () -> StorageError? in
                do { _ = try await search("rex", in: store) } catch { return error as? StorageError }
                return nil
            }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("an older program keep changing the search index") == true)
            let updates = try await server.sql("SELECT count(*) FROM \(schema).updates")
            #expect(updates == "\(RecordIndex.updateLimit)")
            // Without the other program, the index becomes current.
            _ = try await server.sql("DROP TRIGGER outdating ON \(schema).stale")
            #expect(try await search("rex", in: store) == ["a"])
        }

        @Test func `A schema of version 1 can be queried, and its program can go on writing`() async throws {
            try await old.createSchema()
            try await old.insert("a", name: "Rex")
            try await old.insert("b", name: "Max")
            let store = try server.open(schema)
            #expect(try await count(store) == 2)
            #expect(try await search("rex", in: store) == ["a"])
            try await store.write([.insert(row("c", "Rex the Second"))], to: "dogs")
            try await old.insert("d", name: "Alf Rex")
            #expect(try await search("rex", in: store) == ["d", "a", "c"])
            #expect(try await count(store) == 4)
            #expect(try await server.sql("SELECT version FROM \(schema).schema_version") == "1")
            guard
                case .changes(let changes, _, true) = try await store.changes(
                    in: "dogs", after: ChangeToken(number: 0), limit: 10)
            else {
                Issue.record("the log must be complete")
                return
            }
            let rows = try await store.page(of: "dogs", after: nil, limit: 10).rows
            #expect(changes == rows.map { .inserted($0) })
        }

        @Test func `The number of rows is kept after it was counted for an older program`() async throws {
            try await old.createSchema()
            try await old.insert("a", name: "Rex")
            let store = try server.open(schema)
            #expect(try await count(store) == 1)
            // The kept number is returned, so a wrong one shows that the rows are not counted again.
            try await server.sql("UPDATE \(schema).collection SET row_count = 41")
            #expect(try await count(store) == 41)
            try await store.write([.insert(row("b", "Max"))], to: "dogs")
            #expect(try await count(store) == 42)
            try await old.insert("c", name: "Alf")
            #expect(try await count(store) == 3)
        }

        @Test func `An index with another stamp is built again`() async throws {
            let store = try server.open(schema)
            try await store.write([.insert(row("a", "Rex"))], to: "dogs")
            #expect(try await search("rex", in: store) == ["a"])
            try await server.sql("UPDATE \(schema).collection SET stamp = '0 0 {}'")
            try await server.sql("UPDATE \(schema).entry_1 SET text = 'of another folding'")
            // This program cannot make the entries of the other stamp, so it leaves them to the other program.
            try await store.write([.insert(row("b", "Rex"))], to: "dogs")
            #expect(try await server.sql("SELECT position FROM \(schema).stale") == "2")
            #expect(try await entries() == ["1 of another folding"])
            #expect(try await search("rex", in: store) == ["a", "b"])
            #expect(try await entries() == ["1 rex", "2 rex"])
            #expect(try await server.sql("SELECT count(*) FROM \(schema).stale") == "0")
        }

        @Test func `A batch that is rolled back leaves no entry`() async throws {
            let store = try server.open(schema)
            try await store.write([.insert(row("a", "Rex", key: "k"))], to: "dogs")
            #expect(try await search("rex", in: store) == ["a"])
            await #expect(throws: StorageError.self) {
                try await store.write(
                    [.insert(row("b", "Max")), .insert(row("c", "Max")), .insert(row("d", "Max", key: "k"))],
                    to: "dogs")
            }
            await #expect(throws: StorageError.self) {
                try await store.write(
                    [.update(row("a", "Alf"), expecting: 1), .delete(id: "x", expecting: 1)], to: "dogs")
            }
            #expect(try await search("rex", in: store) == ["a"])
            #expect(try await entries() == ["1 rex"])
        }

        @Test func `Rows that are loaded into a collection with an index are found`() async throws {
            let store = try server.open(schema)
            try await store.write([.insert(row("a", "Rex"))], to: "dogs")
            #expect(try await search("rex", in: store) == ["a"])
            let counter = LoadCounter()
            try await store.load(into: "dogs") {
                counter.next() <= 3
                    ? (0..<1_000).map { row("\(counter.calls) \($0)", "Rex \(counter.calls) x\($0)y") } : []
            }
            #expect(try await search("x999y rex", in: store) == ["1 999", "2 999", "3 999"])
            #expect(try await server.sql("SELECT count(*) FROM \(schema).stale") == "0")
            #expect(try await count(store) == 3_001)
        }

        @Test(arguments: [false, true])
        func `The pages of more matches than are sorted at once equal the reference`(isDescending: Bool) async throws {
            let store = try server.open(schema)
            let inserts = (0..<18_000).map { number in
                row("\(number)", "\(number % 3 == 0 ? "Max" : "Rex") \(number * 7_919 % 9_000)")
            }
            try await store.write(inserts.map { .insert($0) }, to: "dogs")
            let query = try RecordQuery(names, search: "rex", order: "name", isDescending: isDescending)
            let matches = inserts.enumerated().map { number, insert in
                (id: insert.id, position: Int64(number + 1), entry: names.entry(for: insert.values))
            }
            let expected = matches.filter { query.matches($0.entry) }
                .map { (id: $0.id, place: (key: query.orderKey($0.entry), position: $0.position)) }
                .sorted { query.precedes($0.place, $1.place) }
            var (found, cursor): ([String], RecordCursor?) = ([], nil)
            repeat {
                let page = try await store.page(of: "dogs", matching: query, after: cursor, limit: 5_000)
                found += page.rows.map(\.id)
                cursor = page.next
            } while cursor != nil
            #expect(found.count == 12_000)
            #expect(found == expected.map(\.id))
        }

        @Test func `Eight programs that query a new collection at once build its index once`() async throws {
            let store = try server.open(schema)
            try await store.write((0..<500).map { .insert(row("\($0)", "Rex \($0)")) }, to: "dogs")
            try await withThrowingTaskGroup { group in
                for number in 0..<8 {
                    let other = try server.open(schema, connectionLimit: 1)
                    for _ in 0..<4 {
                        group.addTask {
                            let found = try await search("rex 49\(number)", in: other)
                            #expect(found == ["49\(number)"])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(
                try await server.sql(
                    "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = '\(schema)'::regnamespace")
                    == "9")
        }
    }

    /// Counts the calls of a load's source, one at a time.
    private final class LoadCounter: @unchecked Sendable {  // the store calls it one call at a time
        private(set) var calls = 0

        func next() -> Int {
            calls += 1
            return calls
        }
    }
#endif
