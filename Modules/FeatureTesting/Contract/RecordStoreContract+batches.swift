import FeatureKit
import FeatureStorage
import Testing

extension RecordStoreContract {
    static let batchRequirements = [
        Requirement("A batch over several collections is one change, and each collection logs its part") { contract in
            let store = try await contract.store()
            try await store.write([insert("a", 1)], to: "one")
            let call = RunningAction("move", of: toys, by: nil)
            let rows = try await RunningAction.$current.withValue(call) {
                try await store.write([
                    CollectionWrites("two", [insert("b", 1), insert("c", 1)]), CollectionWrites("three", []),
                    CollectionWrites("one", [.delete(id: "a", expecting: 1), insert("d", 1)]),
                ])
            }
            #expect(rows.map { $0.map(\.id) } == [["b", "c"], [], ["d"]])
            #expect(try await ids(in: store) == [["d"], ["b", "c"]])
            #expect(try await store.count(of: "two", matching: nil).count == 2)
            let number = try #require(call.change)
            for (collection, count) in [("one", 2), ("two", 2)] {
                let selection = HistorySelection(change: Int64(number))
                #expect(try await store.history(of: collection, matching: selection, limit: 9).count == count)
                let start = ChangeToken(number: collection == "one" ? 1 : 0)
                guard
                    case .changes(let changes, _, true) = try await store.changes(
                        in: collection, after: start, limit: 9)
                else {
                    Issue.record("\(collection) has no log")
                    continue
                }
                #expect(changes.count == count)
            }
        },
        Requirement("If one collection refuses its part of a batch, no collection has changed") { contract in
            let store = try await contract.store()
            for collection in ["one", "two"] { try await store.write([insert("a", 1)], to: collection) }
            let call = RunningAction("move", of: toys, by: nil)
            for (first, second) in [("one", "two"), ("two", "one"), ("one", "new"), ("new", "one")] {
                let refused: RowWrite = second == "new" ? .delete(id: "a", expecting: 1) : insert("a", 2)
                await #expect(throws: StorageError.self) {
                    try await RunningAction.$current.withValue(call) {
                        try await store.write([
                            CollectionWrites(first, [insert("b", 1)]), CollectionWrites(second, [refused]),
                        ])
                    }
                }
            }
            #expect(call.change == nil)
            #expect(try await ids(in: store) == [["a"], ["a"]])
            #expect(try await store.page(of: "new", after: nil, limit: 9).rows.isEmpty)
            for collection in ["one", "two"] {
                #expect(try await store.history(of: collection, matching: HistorySelection(), limit: 9).count == 1)
                let page = try await store.page(of: collection, after: nil, limit: 9)
                #expect(page.token == ChangeToken(number: 1))
                // A later write has the next number.
                #expect(try await store.write([insert("z", 1)], to: collection).map(\.revision) == [2])
            }
        },
        Requirement("A large batch over several collections has one entry in the history of each, of one change") {
            contract in
            let store = try await contract.store()
            let half = RecordHistory.batchLimit / 2
            try await store.write([
                CollectionWrites("one", (0...half).map { insert("a\($0)", 1) }),
                CollectionWrites("two", (0...half).map { insert("b\($0)", 1) }),
            ])
            var entries: [HistoryEntry] = []
            for collection in ["one", "two"] {
                entries += try await store.history(of: collection, matching: HistorySelection(), limit: 9)
            }
            #expect(entries.map(\.operation) == [.many(half + 1), .many(half + 1)])
            #expect(Set(entries.map(\.change)).count == 1)
        },
        Requirement("Concurrent batches over the same collections lose nothing, in whatever order they name them") {
            contract in
            let (first, second) = try await contract.twoHandles()
            for collection in ["one", "two"] { try await first.write([insert("a", 100)], to: collection) }
            try await withThrowingTaskGroup { group in
                for (store, names) in [(first, ["one", "two"]), (second, ["two", "one"]), (first, ["two", "one"])] {
                    group.addTask {
                        for _ in 0..<25 {
                            // Moves one from the first collection to the second.
                            while try await !move(names[0], names[1], in: store) { try Task.checkCancellation() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            var sizes: [Int] = []
            for collection in ["one", "two"] {
                sizes += try await second.rows(of: collection, ids: ["a"]).compactMap(\.size)
            }
            #expect(sizes == [125, 75])
        },
    ]

    private static func insert(_ id: String, _ size: Int) -> RowWrite {
        .insert(RowInsert(id: id, values: ["size": .integer(size)]))
    }

    /// Returns the keys of the rows of the collections `one` and `two`.
    private static func ids(in store: any RecordStore) async throws -> [[String]] {
        var ids: [[String]] = []
        for collection in ["one", "two"] {
            ids.append(try await store.page(of: collection, after: nil, limit: 9).rows.map(\.id))
        }
        return ids
    }

    /// Moves one from a collection to another one.
    ///
    /// - Returns: Whether no other writer was faster.
    private static func move(_ source: String, _ target: String, in store: any RecordStore) async throws -> Bool {
        var batch: [CollectionWrites] = []
        for (collection, change) in [(source, -1), (target, 1)] {
            let row = try #require(try await store.rows(of: collection, ids: ["a"]).first)
            let insert = RowInsert(id: "a", values: ["size": .integer((row.size ?? 0) + change)])
            batch.append(CollectionWrites(collection, [.update(insert, expecting: row.revision)]))
        }
        do { try await store.write(batch) } catch let error as StorageError where error.code == .conflict {
            return false
        }
        return true
    }
}

extension StoredRow {
    fileprivate var size: Int? { if case .integer(let size) = values["size"] { size } else { nil } }
}
