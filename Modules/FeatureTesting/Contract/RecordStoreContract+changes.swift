import FeatureKit
import FeatureStorage
import Testing

extension RecordStoreContract {
    static let changeRequirements = [
        Requirement("A follower reads each change after a token, including deletions, once and in order") { contract in
            let (store, other) = try await contract.twoHandles()
            try await store.insert(["before"])
            let token = try await store.token()
            let rows = try await other.insert(["a", "b"])
            let updated = try await store.update(rows[0], n: 9)
            try await other.delete(rows[1])
            for limit in 1...5 {
                let changes = try #require(await store.allChanges(after: token, limit: limit))
                #expect(changes.count == 4)
                #expect(changes.prefix(3) == [.inserted(rows[0]), .inserted(rows[1]), .updated(updated)])
                guard case .deleted(let id, let revision) = changes[3] else {
                    Issue.record("expected a deletion, got \(changes[3])")
                    return
                }
                #expect(id == "b" && revision > updated.revision)
            }
            #expect(try await store.allChanges(after: other.token()) == [])
        },
        Requirement("A store reports whether a list of changes is the last one") { contract in
            let store = try await contract.store()
            let token = try await store.token()
            try await store.insert(["a", "b", "c"])
            guard
                case .changes(let some, let next, let isLast) = try await store.changes(
                    in: "dogs", after: token, limit: 2)
            else { throw UnexpectedReset() }
            #expect(some.map(\.id) == ["a", "b"] && !isLast)
            guard case .changes(let rest, _, let isEnd) = try await store.changes(in: "dogs", after: next, limit: 1)
            else { throw UnexpectedReset() }
            #expect(rest.map(\.id) == ["c"] && isEnd)
        },
        Requirement("A page plus all later changes equals the collection, even during writes") { contract in
            let (store, other) = try await contract.twoHandles()
            async let first: Void = writeAtRandom(store, "a", seed: 1)
            async let second: Void = writeAtRandom(other, "b", seed: 2)
            var starts: [StoredPage] = []
            for _ in 0..<10 { starts.append(try await store.page(of: "dogs", after: nil, limit: 1000)) }
            _ = try await (first, second)
            let final = try await other.allRows()
            for start in starts {
                let changes = try #require(await store.allChanges(after: start.token, limit: 7))
                let revisions = changes.map(\.revision)
                #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 })
                #expect(changes.applied(to: start.rows) == final)
            }
        },
        Requirement("A token that is older than the log or from another store causes a reset") { contract in
            let store = try await contract.store(logLimit: 10)
            let old = try await store.token()
            for number in 0..<10 { try await store.insert(["\(number)"]) }
            #expect(try await store.allChanges(after: old)?.count == 10)
            for number in 10..<50 { try await store.insert(["\(number)"]) }
            #expect(try await store.changes(in: "dogs", after: old, limit: 100) == .reset)
            let token = try await store.token()
            try await store.insert(["last"])
            #expect(try await store.allChanges(after: token)?.map(\.id) == ["last"])
            let elsewhere = [ChangeToken(number: token.number + 1000), ChangeToken(number: -1)]
            for token in elsewhere {
                #expect(try await store.changes(in: "dogs", after: token, limit: 100) == .reset)
            }
        },
        Requirement("A store writes a batch that exceeds the log's limit, and followers receive a reset") { contract in
            let store = try await contract.store(logLimit: 10)
            try await store.insert(["first"])
            let old = try await store.token()
            try await store.insert((0..<100).map(String.init))
            #expect(try await store.allRows().count == 101)
            #expect(try await store.changes(in: "dogs", after: old, limit: 1000) == .reset)
            let token = try await store.token()
            try await store.insert(["last"])
            #expect(try await store.allChanges(after: token)?.map(\.id) == ["last"])
        },
        Requirement("A follower receives a hint immediately and after every write through any handle") { contract in
            let (store, other) = try await contract.twoHandles()
            let hints = HintReader(store.changeHints())
            #expect(await hints.next(), "no first hint")
            for writer in [other, store, other] {
                let token = try await store.token()
                try await writer.insert([String(token.number)])
                // A late hint about an earlier write may arrive first.
                var isThere = false
                while !isThere, await hints.next() { isThere = try await store.allChanges(after: token)?.count == 1 }
                #expect(isThere, "no hint after a write")
            }
        },
        Requirement("All followers receive hints, even if they join later") { contract in
            let (store, other) = try await contract.twoHandles()
            for round in 0..<3 {
                let listeners = [HintReader(store.changeHints()), HintReader(store.changeHints())]
                for listener in listeners { #expect(await listener.next()) }
                try await other.insert(["\(round)"])
                for listener in listeners { #expect(await listener.next()) }
            }
        },
    ]

    private struct UnexpectedReset: Error {}

    /// Inserts, updates and deletes rows that no other writer uses, so no write is refused.
    static func writeAtRandom(
        _ store: any RecordStore, _ name: String, seed: UInt64, count: Int = 150
    ) async throws {
        var random = SplitMix64(seed: seed)
        var rows: [StoredRow] = []
        for number in 0..<count {
            if let index = rows.indices.randomElement(using: &random), Bool.random(using: &random) {
                if Bool.random(using: &random) {
                    rows[index] = try await store.update(rows[index], n: number)
                } else {
                    try await store.delete(rows.remove(at: index))
                }
            } else {
                rows += try await store.insert(["\(name) \(number)"])
            }
        }
    }
}
