#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import Testing

    @Suite(.timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.absence))
    struct PostgreSQLHistoryTests {
        private let schema = PostgreSQLServer.newName()

        @Test func `Trimming takes no longer in a long history`() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let store = try server.open(schema)
            try await store.write([.insert(RowInsert(id: "a", values: [:]))], to: "dogs")
            func add(_ count: Int) async throws {
                try await server.sql(
                    """
                    INSERT INTO \(schema).history (collection, kind, id, position, instant)
                    SELECT key, 1, 'a', 1, 5 FROM \(schema).collection, generate_series(1, \(count));
                    ANALYZE \(schema).history;
                    """)
            }
            func fastest() async throws -> Duration {
                var times: [Duration] = []
                for _ in 0..<3 {
                    let start = ContinuousClock.now
                    #expect(try await store.trimHistory(of: "dogs", before: Instant(bounding: 1)) == 0)
                    times.append(ContinuousClock.now - start)
                }
                return times.min() ?? .zero
            }
            try await add(1000)
            let short = try await fastest()
            try await add(39_000)
            // A statement that looks at each entry takes forty times as long.
            #expect(try await fastest() < short * 10 + .milliseconds(1))
            await store.close()
        }
    }
#endif
