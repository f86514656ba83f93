#if PostgreSQL
    import FeatureKit
    import FeatureStorage
    import Testing

    @Suite(.timeLimit(.minutes(5)), .enabled(if: PostgreSQLServer.shared != nil, PostgreSQLServer.absence))
    struct PostgreSQLWritersTests {
        private let schema = PostgreSQLServer.newName()

        @Test func `Eight writers make 10,000 writes without a loss, a duplicate or an error`() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let reader = try server.open(schema, logLimit: 20_000)
            try await withThrowingTaskGroup { group in
                for writer in 0..<8 {
                    let store = try server.open(schema, logLimit: 20_000)
                    group.addTask {
                        for number in 0..<1250 {
                            let insert = RowInsert(id: "\(writer) \(number)", values: ["n": .integer(number)])
                            try await store.write([.insert(insert)], to: "dogs")
                        }
                    }
                }
                try await group.waitForAll()
            }
            let rows = try await reader.page(of: "dogs", after: nil, limit: 20_000).rows
            #expect(rows.count == 10_000)
            for writer in 0..<8 {
                let own = rows.map(\.id).filter { $0.hasPrefix("\(writer) ") }
                #expect(own == (0..<1250).map { "\(writer) \($0)" })
            }
            let changes = try await reader.changes(in: "dogs", after: ChangeToken(number: 0), limit: 20_000)
            #expect(changes == .changes(rows.map { .inserted($0) }, next: ChangeToken(number: 10_000), isLast: true))
        }

        @Test func `Exactly one of eight hosts that compete for a unique key gets the key`() async throws {
            let server = try #require(PostgreSQLServer.shared)
            let stores = try (0..<8).map { _ in try server.open(schema, connectionLimit: 1) }
            for round in 0..<50 {
                let winners = try await withThrowingTaskGroup(of: Int.self) { group in
                    for (host, store) in stores.enumerated() {
                        group.addTask {
                            let insert = RowInsert(id: "\(round) \(host)", values: [:], uniqueKey: "key \(round)")
                            do {
                                try await store.write([.insert(insert)], to: "dogs")
                                return 1
                            } catch let error as StorageError where error.code == .alreadyTaken {
                                #expect(error.rowID == insert.id)
                                return 0
                            }
                        }
                    }
                    return try await group.reduce(0, +)
                }
                #expect(winners == 1)
            }
            #expect(try await stores[0].page(of: "dogs", after: nil, limit: 1000).rows.count == 50)
        }

        @Test func `The error for a large batch names the row that conflicts`() async throws {
            let store = try #require(PostgreSQLServer.shared).open(schema)
            try await store.write([.insert(RowInsert(id: "700", values: [:], uniqueKey: "k"))], to: "dogs")
            func batch(keyAt place: Int?) -> [RowWrite] {
                (0..<1500).map { (number: Int) -> RowWrite in
                    .insert(RowInsert(id: "\(number)", values: [:], uniqueKey: number == place ? "k" : nil))
                }
            }
            for (place, taken, message) in [(nil, "700", "700"), (300, "300", "k")] as [(Int?, String, String)] {
                let error = await #expect(throws: StorageError.self) {
                    try await store.write(batch(keyAt: place), to: "dogs")
                }
                #expect(error?.code == .alreadyTaken && error?.rowID == taken)
                #expect(error?.message == "\"\(message)\" is already taken; choose another")
            }
            #expect(try await store.page(of: "dogs", after: nil, limit: 1000).rows.map(\.id) == ["700"])
        }
    }
#endif
