#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import FeatureTesting
    import Synchronization
    import Testing

    @Suite(.timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.absence))
    struct PostgreSQLIndexWaitTests {
        private let schema = PostgreSQLServer.newName()
        private let index = RecordIndex(columns: [.init("name", kind: .text, isSearched: true)])
        private let rex = RowInsert(id: "a", values: ["name": "Rex"])

        /// Calls a closure while another program locks the collection, so that no index can be built.
        private func whileLocked(
            on server: PostgreSQLServer, _ body: (any RecordStore) async throws -> Void
        ) async throws {
            let store = try server.open(schema, connectionLimit: 2)
            try await store.write([.insert(rex)], to: "dogs")
            try await server.sql(
                """
                CREATE FUNCTION \(schema).plant() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN PERFORM pg_sleep(3600); RETURN NULL; END $$;
                CREATE TRIGGER plant AFTER INSERT ON \(schema).record FOR EACH ROW EXECUTE FUNCTION \(schema).plant();
                """)
            let other = try server.open(schema)
            let writing = Task { try await other.write([.insert(RowInsert(id: "b", values: [:]))], to: "dogs") }
            try await server.wait(until: isWaiting("PgSleep", "record"))
            do {
                try await body(store)
            } catch {
                writing.cancel()
                throw error
            }
            writing.cancel()
            await #expect(throws: CancellationError.self) { try await writing.value }
        }

        /// Returns the condition that a call waits for an event while it holds a lock on a table.
        private func isWaiting(_ event: String, _ table: String) -> String {
            """
            EXISTS (SELECT FROM pg_stat_activity JOIN pg_locks USING (pid)
            WHERE wait_event = '\(event)' AND relation = '\(schema).\(table)'::regclass)
            """
        }

        private func search(_ store: any RecordStore) async throws -> [String] {
            let query = try RecordQuery(index, search: "rex")
            return try await store.page(of: "dogs", matching: query, after: nil, limit: 10).rows.map(\.id)
        }

        @Test func `Queries that wait for an index leave a connection for other calls`() async throws {
            let server = try #require(PostgreSQLServer.shared)
            try await whileLocked(on: server) { store in
                let queries = (0..<8).map { _ in Task { try await search(store) } }
                try await server.wait(until: isWaiting("transactionid", "collection"))
                for _ in 0..<10 {
                    #expect(try await store.page(of: "dogs", after: nil, limit: 10).rows.map(\.id) == ["a"])
                }
                for query in queries { query.cancel() }
                for query in queries { await #expect(throws: CancellationError.self) { try await query.value } }
            }
            #expect(try await search(try server.open(schema)) == ["a"])
        }

        @Test func `A query goes on when the query that it waits for is cancelled`() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let patient = Mutex<Task<[String], any Error>?>(nil)
            try await whileLocked(on: server) { store in
                let first = Task { try await search(store) }
                try await server.wait(until: isWaiting("transactionid", "collection"))
                let second = Task { try await search(store) }
                patient.withLock { $0 = second }
                first.cancel()
                await #expect(throws: CancellationError.self) { try await first.value }
            }
            #expect(try await patient.withLock { $0 }?.value == ["a"])
        }
    }
#endif
