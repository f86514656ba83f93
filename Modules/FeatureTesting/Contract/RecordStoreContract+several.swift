import FeatureKit
import FeatureStorage
import Testing

extension RecordStoreContract {
    static let severalRequirements = [
        Requirement("Several records are changed at once, as one change with one undo") { contract in
            let store = RecordCollection<Toy>(store: try await contract.store())
            var chosen: [ChosenRecord] = []
            for id in ["a", "b", "c", "d"] {
                let toy = try await store.insert(Toy(id: id, name: id, size: 1))
                if id != "d" { chosen.append(ChosenRecord(id: id, revision: toy.revision)) }
            }
            let call = RunningAction("resize", of: toys, by: nil)
            let changed = try await RunningAction.$current.withValue(call) {
                try await store.change(chosen) { $0.size += 1 }
            }
            #expect(changed.map(\.id) == ["a", "b", "c"])
            #expect(try await sizes(in: store) == ["a": 2, "b": 2, "c": 2, "d": 1])
            let read = try await store.page(after: nil, limit: 9).records.prefix(3)
            #expect(Array(read) == changed && read.map(\.position) == changed.map(\.position))
            try await store.undo(try #require(call.change))
            #expect(try await sizes(in: store) == ["a": 1, "b": 1, "c": 1, "d": 1])
        },
        Requirement("If one of several records has changed or gone, none is changed, and the error names them") {
            contract in
            let store = RecordCollection<Toy>(store: try await contract.store())
            var chosen: [ChosenRecord] = []
            for id in ["a", "b", "c"] {
                let toy = try await store.insert(Toy(id: id, name: id, size: 1))
                chosen.append(ChosenRecord(id: id, revision: toy.revision))
            }
            let newer = try await store.change("b", seen: nil) { $0.size = 5 }
            try await store.remove("c", seen: nil)
            let wrong = StaleRecords<Toy>(records: [
                StaleRecord(id: "b", current: newer), StaleRecord(id: "c", current: nil),
            ])
            await #expect(throws: wrong) { _ = try await store.change(chosen) { $0.size = 9 } }
            await #expect(throws: wrong) { try await store.remove(chosen) }
            #expect(try await sizes(in: store) == ["a": 1, "b": 5])
            // Without revisions, only a missing record is refused.
            let any = chosen.map { ChosenRecord(id: $0.id) }
            await #expect(throws: StaleRecords<Toy>(records: [StaleRecord(id: "c", current: nil)])) {
                try await store.remove(any)
            }
            try await store.remove(Array(any.prefix(2)))
            #expect(try await sizes(in: store).isEmpty)
        },
        Requirement("If the edit of one of several records fails, none is changed") { contract in
            let store = RecordCollection<Toy>(store: try await contract.store())
            for id in ["a", "b"] { _ = try await store.insert(Toy(id: id, name: id, size: 1)) }
            let chosen = ["a", "b"].map { ChosenRecord(id: $0) }
            await #expect(throws: InputRefused.self) {
                _ = try await store.change(chosen) { toy in
                    guard toy.id == "a" else { throw InputRefused(["id": "no"]) }
                    toy.size = 9
                }
            }
            await #expect(throws: StorageError.self) { _ = try await store.change(chosen) { $0.name = "same" } }
            #expect(try await sizes(in: store) == ["a": 1, "b": 1])
        },
        Requirement("Concurrent changes of several records lose nothing") { contract in
            let (first, second) = try await contract.twoHandles()
            let handles = [first, second].map {
                RecordCollection<Toy>(store: $0)
            }
            let ids = (0..<8).map { "t\($0)" }
            for id in ids { _ = try await handles[0].insert(Toy(id: id, name: id, size: 0)) }
            try await withThrowingTaskGroup { group in
                for handle in handles {
                    group.addTask {
                        for round in 0..<20 {
                            let chosen = ids.indices.filter { ($0 + round) % 2 == 0 }.map { ChosenRecord(id: ids[$0]) }
                            _ = try await handle.change(chosen) { $0.size += 1 }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await sizes(in: handles[1]) == Dictionary(ids.map { ($0, 20) }) { first, _ in first })
        },
    ]

    private static func sizes(in store: RecordCollection<Toy>) async throws -> [String: Int] {
        let records = try await store.page(after: nil, limit: 100).records
        return Dictionary(records.map { ($0.id, $0.record.size) }) { first, _ in first }
    }
}
