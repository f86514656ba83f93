#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import Testing

    @Suite(.timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.absence))
    struct PostgreSQLHistoryTests {
        private let schema = PostgreSQLServer.newName()

        @Test func `Trimming, and reading a change, take no longer in a long history`() async throws {
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
            func fastest(_ count: Int, _ read: () async throws -> Int) async throws -> Duration {
                var times: [Duration] = []
                for _ in 0..<3 {
                    let start = ContinuousClock.now
                    #expect(try await read() == count)
                    times.append(ContinuousClock.now - start)
                }
                return times.min() ?? .zero
            }
            func trim() async throws -> Int { try await store.trimHistory(of: "dogs", before: Instant(bounding: 1)) }
            func readChange() async throws -> Int {
                try await store.history(of: "dogs", matching: HistorySelection(change: 1), limit: 1001).count
            }
            try await add(1000)
            let short = (try await fastest(0, trim), try await fastest(1, readChange))
            try await add(199_000)
            // A statement that looks at each entry takes two hundred times as long.
            #expect(try await fastest(0, trim) < short.0 * 10 + .milliseconds(1))
            #expect(try await fastest(1, readChange) < short.1 * 10 + .milliseconds(1))
            await store.close()
        }
    }
#endif
