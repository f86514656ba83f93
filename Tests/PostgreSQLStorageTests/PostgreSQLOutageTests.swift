#if PostgreSQL
    import FeatureStorage
    import FeatureTesting
    import Synchronization
    import Testing

    @Suite(.timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.absence))
    struct PostgreSQLOutageTests {
        /// Reads the log at each hint until it has read enough changes.
        ///
        /// It waits only for hints, not for a clock.
        private func follow(_ store: any RecordStore, until count: Int) async -> [String] {
            var (token, ids) = (ChangeToken(number: 0), [String]())
            for await _ in store.changeHints() {
                // If the server is down, the next hint arrives when the server is up again.
                while case .changes(let changes, let next, let isLast)? = try? await store.changes(
                    in: "dogs", after: token, limit: 7)
                {
                    ids += changes.map(\.id)
                    token = next
                    if isLast { break }
                }
                if ids.count >= count { break }
            }
            return ids
        }

        @Test(arguments: ["fast", "immediate"])
        func `A follower receives every change exactly once while the server restarts`(mode: String) async throws {
            try await PostgreSQLServer.withOwn { server in
                let clock = ManualClock()
                let store = try server.open("dogs", clock: clock)
                async let followed = follow(store, until: 200)
                // This store acts as another host. It does not use the test's clock.
                let other = try server.open("dogs")
                for number in 0..<100 {
                    try await other.write([.insert(RowInsert(id: "\(number)", values: [:]))], to: "dogs")
                }
                // Wait until the follower listens. Before that, it would not notice the stop and would not wait for the
                // clock.
                try await server.wait(until: "EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN%')")

                try await server.stop(mode)
                for store in [store, other] {
                    let refusals = [
                        await #expect(throws: StorageError.self) {
                            try await store.write([.insert(RowInsert(id: "away", values: [:]))], to: "dogs")
                        },
                        await #expect(throws: StorageError.self) {
                            try await store.page(of: "dogs", after: nil, limit: 1)
                        },
                    ]
                    for refusal in refusals {
                        #expect(refusal?.code == .unavailable)
                        let message = try #require(refusal?.message)
                        #expect(message.hasPrefix("the database 'postgresql://tester@/postgres' cannot be used now: "))
                        #expect(PostgreSQLServer.secrets.allSatisfy { !message.contains($0) })
                    }
                }
                try await server.start()
                for number in 100..<200 {
                    try await other.write([.insert(RowInsert(id: "\(number)", values: [:]))], to: "dogs")
                }
                // The next hint can only come from the connection that listens again.
                await clock.advance(by: .seconds(5))
                #expect(await followed == (0..<200).map(String.init))
            }
        }

        @Test func `Each acknowledged write exists exactly once after a crash of the server`() async throws {
            try await PostgreSQLServer.withOwn { server in
                let store = try server.open("dogs")
                let state = Mutex((acknowledged: [String](), goal: Int.max))
                async let writing: Void = { @concurrent in
                    var number = 0
                    while state.withLock({ $0.acknowledged.count < $0.goal }) {
                        number += 1
                        let insert = RowInsert(id: "\(number)", values: [:])
                        // After an error the write may or may not exist. Only acknowledged writes must exist.
                        guard (try? await store.write([.insert(insert)], to: "dogs")) != nil else { continue }
                        state.withLock { $0.acknowledged.append(insert.id) }
                    }
                }()
                try await server.wait(until: "to_regclass('dogs.record') IS NOT NULL")
                try await server.wait(until: "(SELECT number > 20 FROM dogs.collection)")
                try await server.stop("immediate")
                try await server.start()
                state.withLock { $0.goal = $0.acknowledged.count + 20 }
                await writing
                let rows = try await store.page(of: "dogs", after: nil, limit: .max).rows.map(\.id)
                #expect(Set(state.withLock(\.acknowledged)).isSubset(of: rows))
                #expect(Set(rows).count == rows.count)
            }
        }
    }
#endif
