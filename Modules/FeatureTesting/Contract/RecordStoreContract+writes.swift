import FeatureKit
import FeatureStorage
import Testing

extension RecordStoreContract {
    static let writeRequirements = [
        Requirement("A batch returns its rows with increasing revisions") { contract in
            let store = try await contract.store()
            let a = try #require(await store.insert(["a"]).first)
            let rows = try await store.write(
                [
                    .insert(RowInsert(id: "b", values: ["n": 1])),
                    .update(RowInsert(id: "a", values: ["n": 2]), expecting: a.revision),
                ], to: "dogs")
            #expect(rows.map(\.id) == ["b", "a"])
            #expect(rows.map(\.values) == [["n": 1], ["n": 2]])
            #expect(a.revision < rows[0].revision && rows[0].revision < rows[1].revision)
            #expect(try await store.allRows() == [rows[1], rows[0]])
            #expect(try await store.write([], to: "dogs").isEmpty)
        },
        Requirement("A write with a stale revision throws a conflict and changes nothing") { contract in
            let (store, other) = try await contract.twoHandles()
            let old = try #require(await store.insert(["a"]).first)
            let new = try await other.update(old, n: 1)
            let refusals = [
                await refusal { try await store.update(old, n: 2) },
                await refusal { try await store.delete(old) },
            ]
            #expect(refusals.allSatisfy { $0?.code == .conflict && $0?.rowID == "a" })
            #expect(try await store.allRows() == [new])
            try await other.delete(new)
            #expect(await refusal { try await store.update(new, n: 3) }?.code == .conflict)
            #expect(await refusal { try await store.delete(new) }?.code == .conflict)
        },
        Requirement("The version of a store differs after each commit of any process, and else stays") { contract in
            let (store, other) = try await contract.twoHandles()
            guard contract.hasVersions else { return }
            let first = try #require(await store.version())
            var versions = [first]
            for number in 0..<6 {
                try await (number.isMultiple(of: 2) ? store : other).insert(["\(number)"])
                let version = try #require(await store.version())
                #expect(!versions.contains(version), "after insert \(number)")
                #expect(try await store.allRows().count == number + 1)
                #expect(try await store.version() == version)
                versions.append(version)
            }
        },
        Requirement("Exactly one of many concurrent updates of the same revision succeeds") { contract in
            let (store, other) = try await contract.twoHandles()
            let row = try #require(await store.insert(["a"]).first)
            let wins = try await race(20, over: store, other, losing: .conflict) { store, writer in
                _ = try await store.update(row, n: writer)
            }
            #expect(wins.count == 1)
            #expect(try await store.allRows().first?.values == ["n": .integer(wins.first ?? -1)])
        },
        Requirement("Exactly one of many concurrent inserts with the same unique key or id succeeds") { contract in
            let (store, other) = try await contract.twoHandles()
            let keyWins = try await race(20, over: store, other, losing: .alreadyTaken) { store, writer in
                try await store.insert(["writer \(writer)"], key: "rex")
            }
            let idWins = try await race(20, over: store, other, losing: .alreadyTaken) { store, _ in
                try await store.insert(["same id"])
            }
            #expect(keyWins.count == 1 && idWins.count == 1)
            #expect(try await store.allRows().count == 2)
        },
        Requirement("A row keeps its unique key until an update or a delete releases the key") { contract in
            let store = try await contract.store()
            let a = try #require(await store.insert(["a"], key: "k").first)
            let b = try #require(await store.insert(["b"]).first)
            let kept = try await store.update(a, n: 1, key: "k")
            let refusal = await refusal { try await store.update(b, n: 1, key: "k") }
            #expect(refusal?.code == .alreadyTaken && refusal?.rowID == "b")
            let freed = try await store.update(kept, n: 2, key: nil)
            let taken = try await store.update(b, n: 1, key: "k")
            try await store.delete(taken)
            try await store.update(freed, n: 3, key: "k")
        },
        Requirement("A failed batch writes nothing") { contract in
            let store = try await contract.store()
            try await store.insert(["a"], key: "one")
            try await store.insert(["b"], key: "two")
            let rows = try await store.allRows()
            let token = try await store.token()
            let good: [RowWrite] = [
                .insert(RowInsert(id: "c", values: [:], uniqueKey: "three")),
                .update(RowInsert(id: "a", values: ["n": 5], uniqueKey: "four"), expecting: rows[0].revision),
                .delete(id: "b", expecting: rows[1].revision),
                .insert(RowInsert(id: "b", values: [:], uniqueKey: "one")),
            ]
            let bad: [RowWrite] = [
                .insert(RowInsert(id: "a", values: [:])),
                .insert(RowInsert(id: "d", values: [:], uniqueKey: "three")),
                .update(RowInsert(id: "a", values: [:]), expecting: rows[0].revision),
                .delete(id: "gone", expecting: 1),
            ]
            for write in bad {
                #expect(await refusal { try await store.write(good + [write], to: "dogs") } != nil)
                #expect(try await store.allRows() == rows)
                #expect(try await store.allChanges(after: token) == [])
            }
            // The batch changed nothing, so the same keys are taken as before.
            #expect(await refusal { try await store.insert(["d"], key: "one") }?.code == .alreadyTaken)
            #expect(await refusal { try await store.insert(["d"], key: "two") }?.code == .alreadyTaken)
            try await store.insert(["e"], key: "three")
            #expect(try await store.allRows().map(\.id) == ["a", "b", "e"])
        },
        Requirement("Processes fill a collection only once, even if all its rows are deleted later") { contract in
            let (store, other) = try await contract.twoHandles()
            let sample = ["a", "b", "c"].map { RowInsert(id: $0, values: ["n": 1]) }
            let twice = [sample[0], sample[0]]
            #expect(await refusal { try await store.fillOnce("dogs", with: twice) }?.code == .alreadyTaken)
            #expect(try await store.allRows().isEmpty, "after a failed fill, the collection must have no rows")
            let token = try await store.token()
            let fills = try await withThrowingTaskGroup(of: Bool.self) { group in
                for writer in 0..<10 {
                    group.addTask { try await (writer < 5 ? store : other).fillOnce("dogs", with: sample) }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(fills == 1)
            #expect(try await other.allRows().map(\.id) == ["a", "b", "c"])
            #expect(try await other.allChanges(after: token)?.count == 3)
            for row in try await store.allRows() { try await store.delete(row) }
            #expect(try await !other.fillOnce("dogs", with: sample))
            #expect(try await store.allRows().isEmpty)
        },
        Requirement("A cancelled write or read throws and writes nothing") { contract in
            let store = try await contract.store()
            let latch = Latch()
            let task = Task {
                await latch.wait()
                await #expect(throws: CancellationError.self) { try await store.insert(["a"]) }
                await #expect(throws: CancellationError.self) { try await store.allRows() }
                await #expect(throws: CancellationError.self) { try await store.fillOnce("dogs", with: []) }
            }
            task.cancel()
            latch.open()
            await task.value
            #expect(try await store.allRows().isEmpty)
            #expect(try await store.fillOnce("dogs", with: []))
        },
    ]

    /// Runs writers concurrently and returns the ids of the successful writes.
    private static func race(
        _ count: Int, over store: any RecordStore, _ other: any RecordStore, losing code: StorageError.Code,
        _ write: @escaping @Sendable (any RecordStore, Int) async throws -> Void
    ) async throws -> [Int] {
        try await withThrowingTaskGroup(of: Int?.self) { group in
            for writer in 0..<count {
                group.addTask {
                    do {
                        try await write(writer.isMultiple(of: 2) ? store : other, writer)
                        return writer
                    } catch let error as StorageError where error.code == code {
                        return nil
                    }
                }
            }
            return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
        }
    }
}
