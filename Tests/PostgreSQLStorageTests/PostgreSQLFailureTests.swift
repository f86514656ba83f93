#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import FeatureTesting
    import Testing

    /// Tests of failures in the middle of an operation.
    ///
    /// Triggers in the database cause the failures.
    @Suite(.timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.absence))
    struct PostgreSQLFailureTests {
        private let schema = PostgreSQLServer.newName()
        private let dog = [RowWrite.insert(RowInsert(id: "a", values: ["n": 1], uniqueKey: "k"))]

        /// Opens a store with a single connection that the test can identify.
        private func open(on server: PostgreSQLServer) async throws -> any RecordStore {
            let store = try server.open(schema)
            try await store.write([.insert(RowInsert(id: "first", values: [:]))], to: "dogs")
            return store
        }

        /// Makes the server run PL/pgSQL code after each inserted row.
        ///
        /// `round` is 1 at the first row, 2 at the second.
        private func plant(_ body: String, _ timing: String = "", on server: PostgreSQLServer) async throws {
            try await server.sql(
                """
                CREATE SEQUENCE \(schema).rounds;
                CREATE FUNCTION \(schema).plant() RETURNS trigger LANGUAGE plpgsql AS $$
                DECLARE round bigint := nextval('\(schema).rounds');
                BEGIN \(body); RETURN NULL; END $$;
                CREATE CONSTRAINT TRIGGER plant AFTER INSERT ON \(schema).record \(timing)
                FOR EACH ROW EXECUTE FUNCTION \(schema).plant();
                """)
        }

        private func verifyOneDog(_ store: any RecordStore) async throws {
            let page = try await store.page(of: "dogs", after: nil, limit: 10)
            #expect(page.rows.map(\.id) == ["first", "a"] && page.token.number == 2)
            let changes = try await store.changes(in: "dogs", after: ChangeToken(number: 1), limit: 10)
            #expect(changes == .changes([.inserted(page.rows[1])], next: page.token, isLast: true))
        }

        @Test(arguments: ["40001", "40P01"])
        func `The store retries a transaction that the server aborts because of a conflict`(state: String) async throws
        {
            let server = try #require(PostgreSQLServer.shared)
            let store = try await open(on: server)
            try await plant(
                "IF round < 5 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '\(state)'; END IF", on: server)
            let rows = try await store.write(dog, to: "dogs")
            #expect(rows.map(\.revision) == [2])
            try await verifyOneDog(store)
            #expect(try await server.sql("SELECT last_value FROM \(schema).rounds") == "5")
        }

        @Test func `A transaction that the server always aborts throws an error`() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let store = try await open(on: server)
            try await plant("RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'", on: server)
            let error = await #expect(throws: StorageError.self) { try await store.write(dog, to: "dogs") }
            #expect(error?.code == .unavailable)
            #expect(
                error?.message == "the database 'postgresql://tester@/postgres' cannot be used now: in the way")
            #expect(try await server.sql("SELECT last_value FROM \(schema).rounds") == "20")
        }

        @Test(arguments: ["", "DEFERRABLE INITIALLY DEFERRED"])
        func `No write is lost if the connection breaks before or during the commit`(timing: String) async throws {
            let server = try #require(PostgreSQLServer.shared)
            let store = try await open(on: server)
            try await plant(
                "IF round = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF", timing, on: server)
            #expect(try await store.write(dog, to: "dogs").map(\.revision) == [2])
            try await verifyOneDog(store)
            #expect(try await server.sql("SELECT last_value FROM \(schema).rounds") == "2")
        }

        @Test func `A write is not repeated if the connection breaks after its commit`() async throws {
            try await PostgreSQLServer.withOwn { server in
                let store = try await open(on: server)
                // The server commits and then waits for a replica that does not exist.
                try await server.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
                try await server.sql("SELECT pg_reload_conf()")
                try await server.wait(until: "current_setting('synchronous_standby_names') = 'nobody'")
                async let rows = store.write(dog, to: "dogs")
                let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
                try await server.wait(until: "EXISTS (SELECT \(waiting))")
                try await server.sql("SELECT pg_terminate_backend(pid) \(waiting)")
                try await server.sql("ALTER SYSTEM RESET synchronous_standby_names")
                try await server.sql("SELECT pg_reload_conf()")
                #expect(try await rows.map(\.revision) == [2])
                try await verifyOneDog(store)
            }
        }

        @Test func `A waiting write is cancelled immediately and writes nothing`() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let store = try await open(on: server)
            try await plant("IF round = 1 THEN PERFORM pg_sleep(3600); END IF", on: server)
            let writing = Task { try await store.write(dog, to: "dogs") }
            try await server.wait(
                until: """
                    EXISTS (SELECT FROM pg_stat_activity a JOIN pg_locks l USING (pid)
                    WHERE wait_event = 'PgSleep' AND relation = '\(schema).record'::regclass)
                    """)
            writing.cancel()
            await #expect(throws: CancellationError.self) { try await writing.value }
            #expect(try await store.page(of: "dogs", after: nil, limit: 10).rows.map(\.id) == ["first"])
            #expect(try await store.write(dog, to: "dogs").map(\.revision) == [2])
        }

        @Test func `A call fails if it waits too long for a connection`() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let clock = ManualClock()
            let store = try server.open(schema, connectionLimit: 1, clock: clock)
            try await store.write([.insert(RowInsert(id: "first", values: [:]))], to: "dogs")
            try await plant("IF round = 1 THEN PERFORM pg_sleep(3600); END IF", on: server)
            let writing = Task { try await store.write(dog, to: "dogs") }
            try await waitForSleep(on: server)
            let reading = Task { try await store.page(of: "dogs", after: nil, limit: 10) }
            await clock.advance(by: .seconds(15))
            let error = await #expect(throws: StorageError.self) { try await reading.value }
            #expect(error?.code == .unavailable)
            #expect(
                error?.message.hasSuffix(
                    "all 1 connections were in use for 15 seconds; try again later") == true)
            writing.cancel()
            await #expect(throws: CancellationError.self) { try await writing.value }
            #expect(try await store.page(of: "dogs", after: nil, limit: 10).rows.map(\.id) == ["first"])
        }

        @Test func `A waiting call fails if connections are in use and no further connection opens`() async throws {
            try await PostgreSQLServer.withOwn { server in
                let store = try await open(on: server)
                try await plant("IF round = 1 THEN PERFORM pg_sleep(3600); END IF", on: server)
                let writing = Task { try await store.write(dog, to: "dogs") }
                try await waitForSleep(on: server)
                try await server.sql("UPDATE pg_database SET datallowconn = false WHERE datname = current_database()")
                for _ in 0..<3 {
                    let error = await #expect(throws: StorageError.self) {
                        try await store.page(of: "dogs", after: nil, limit: 10)
                    }
                    #expect(error?.code == .unavailable)
                }
                writing.cancel()
                await #expect(throws: CancellationError.self) { try await writing.value }
            }
        }

        @Test func `The pool replaces idle connections that the server closed`() async throws {
            try await PostgreSQLServer.withOwn { server in
                let store = try await open(on: server)
                try await server.sql(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND state = 'idle'"
                )
                #expect(try await store.page(of: "dogs", after: nil, limit: 10).rows.map(\.id) == ["first"])
            }
        }

        private func waitForSleep(on server: PostgreSQLServer) async throws {
            try await server.wait(
                until: """
                    EXISTS (SELECT FROM pg_stat_activity a JOIN pg_locks l USING (pid)
                    WHERE wait_event = 'PgSleep' AND relation = '\(schema).record'::regclass)
                    """)
        }

        @Test func `Cancelling a call that waits for a connection ends it immediately and keeps the pool usable`()
            async throws
        {
            let server = try #require(PostgreSQLServer.shared)
            let store = try server.open(schema, connectionLimit: 1)
            try await store.write([.insert(RowInsert(id: "first", values: [:]))], to: "dogs")
            try await plant("IF round = 1 THEN PERFORM pg_sleep(3600); END IF", on: server)
            let writing = Task { try await store.write(dog, to: "dogs") }
            try await server.wait(
                until: """
                    EXISTS (SELECT FROM pg_stat_activity a JOIN pg_locks l USING (pid)
                    WHERE wait_event = 'PgSleep' AND relation = '\(schema).record'::regclass)
                    """)
            let reading = Task { try await store.page(of: "dogs", after: nil, limit: 10) }
            let patient = Task { try await store.page(of: "dogs", after: nil, limit: 10) }
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
            writing.cancel()
            #expect(try await patient.value.rows.map(\.id) == ["first"])
            await #expect(throws: CancellationError.self) { try await writing.value }
        }
    }
#endif
