#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import FeatureTesting
    import Testing

    /// Tests of the lanes of writes, short reads and scans.
    @Suite(.timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.absence))
    struct PostgreSQLLaneTests {
        private let schema = PostgreSQLServer.newName()
        private let index = RecordIndex(columns: [.init("name", kind: .text, isSearched: true)])

        private func search(_ store: any RecordStore) async throws -> [String] {
            let query = try RecordQuery(index, search: "re")
            return try await store.page(of: "dogs", matching: query, after: nil, limit: 10).rows.map(\.id)
        }

        /// Calls a closure while no scan of the collection `dogs` can go on, because its index is locked.
        private func whileScansWait(
            on server: PostgreSQLServer, _ body: (any RecordStore) async throws -> Void
        ) async throws {
            let store = try server.open(schema, connectionLimit: 3)
            try await store.write([.insert(RowInsert(id: "a", values: ["name": "Rex"]))], to: "dogs")
            #expect(try await search(store) == ["a"])
            let table = try await server.sql("SELECT 'entry_' || key FROM \(schema).collection")
            try await server.sql("CREATE TABLE \(schema)_end ()")
            let locking = Task {
                try await server.sql(
                    """
                    BEGIN; LOCK TABLE \(schema).\(table);
                    DO $$ BEGIN
                    WHILE NOT EXISTS (SELECT FROM \(schema)_end) LOOP PERFORM pg_sleep(0.01); END LOOP;
                    END $$;
                    COMMIT
                    """)
            }
            try await server.wait(
                until: """
                    EXISTS (SELECT FROM pg_locks WHERE relation = '\(schema).\(table)'::regclass
                    AND mode = 'AccessExclusiveLock' AND granted)
                    """)
            let result: Result<Void, any Error>
            do { result = .success(try await body(store)) } catch { result = .failure(error) }
            try await server.sql("INSERT INTO \(schema)_end DEFAULT VALUES")
            _ = try await locking.value
            try result.get()
            #expect(try await search(store) == ["a"])
        }

        /// Begins a scan, and waits until it waits for the lock.
        private func beginScan(
            of store: any RecordStore, on server: PostgreSQLServer
        ) async throws -> Task<[String], any Error> {
            let scan = Task { try await search(store) }
            try await server.wait(
                until: """
                    EXISTS (SELECT FROM pg_locks JOIN pg_class ON pg_class.oid = relation
                    WHERE relnamespace = '\(schema)'::regnamespace AND NOT granted)
                    """)
            return scan
        }

        @Test func `Many scans delay neither writes nor short reads, and end after two seconds`() async throws {
            let server = try #require(PostgreSQLServer.shared)
            try await whileScansWait(on: server) { store in
                let first = try await beginScan(of: store, on: server)
                let others = (0..<8).map { _ in Task { try await search(store) } }
                try await store.write([.insert(RowInsert(id: "b", values: [:]))], to: "cats")
                #expect(try await store.rows(of: "cats", ids: ["b"]).count == 1)
                #expect(try await store.page(of: "dogs", after: nil, limit: 10).rows.count == 1)
                await #expect(throws: StorageError.scanTooLong) { try await first.value }
                for other in others { other.cancel() }
                for other in others { _ = await other.result }
            }
        }

        @Test func `A scan ends when its caller has gone`() async throws {
            let server = try #require(PostgreSQLServer.shared)
            try await whileScansWait(on: server) { store in
                let scan = try await beginScan(of: store, on: server)
                scan.cancel()
                await #expect(throws: CancellationError.self) { try await scan.value }
            }
        }
    }
#endif
