import FeatureKit
import FeatureStorage
import Synchronization
import Testing

extension RecordStoreContract {
    static let queryRequirements = [
        Requirement("Pages and counts of 10,000 random queries over random records equal the reference") { contract in
            var random = SplitMix64(seed: 18)
            for _ in 0..<50 {
                let store = try await contract.store()
                var rows: [StoredRow] = []
                for id in 0..<Int.random(in: 1...40, using: &random) {
                    let insert = RowInsert(id: "\(id)", values: QuerySample.values(using: &random))
                    // The query in between builds the store's index, which later writes must update.
                    if id == 5 { _ = try await store.count(of: "dogs", matching: QuerySample.query(using: &random)) }
                    rows += try await store.write([.insert(insert)], to: "dogs")
                    guard let old = rows.randomElement(using: &random) else { continue }
                    if Int.random(in: 0..<4, using: &random) == 0 {
                        let update = RowInsert(id: old.id, values: QuerySample.values(using: &random))
                        let new = try await store.write([.update(update, expecting: old.revision)], to: "dogs")
                        rows = rows.map { $0.id == old.id ? new[0] : $0 }
                        #expect(new.first?.position == old.position)
                    } else if Int.random(in: 0..<8, using: &random) == 0 {
                        try await store.delete(old)
                        rows.removeAll { $0.id == old.id }
                    }
                }
                let indexed = rows.map { (row: $0, entry: QuerySample.index.entry(for: $0.values)) }
                for _ in 0..<200 {
                    let query = QuerySample.query(using: &random)
                    let expected = QuerySample.reference(query, indexed)
                    let limit = Int.random(in: 1...50, using: &random)
                    let found = try await store.allRows(matching: query, limit: limit)
                    #expect(found == expected, "\(query)")
                    let count = try await store.count(of: "dogs", matching: query)
                    #expect(count == RecordCount(expected.count), "\(query)")
                }
                await store.close()
            }
        },
        Requirement("One row after a place, in a query and in its reverse, is the neighbour in the reference") {
            contract in
            var random = SplitMix64(seed: 47)
            for _ in 0..<10 {
                let store = try await contract.store()
                var rows: [StoredRow] = []
                for id in 0..<Int.random(in: 1...40, using: &random) {
                    let insert = RowInsert(id: "\(id)", values: QuerySample.values(using: &random))
                    rows += try await store.write([.insert(insert)], to: "dogs")
                }
                // A deleted row keeps its place.
                let deleted = rows.indices.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
                for index in deleted { try await store.delete(rows[index]) }
                let all = rows.map { (row: $0, entry: QuerySample.index.entry(for: $0.values)) }
                let left = all.indices.filter { !deleted.contains($0) }.map { all[$0] }
                for _ in 0..<100 {
                    let query = QuerySample.query(using: &random)
                    guard let place = all.randomElement(using: &random) else { continue }
                    let key = query.orderKey(place.entry)
                    for query in [query, query.reversed] {
                        let expected = QuerySample.reference(query, left).first { row in
                            let other = query.orderKey(QuerySample.index.entry(for: row.values))
                            return query.precedes((key, place.row.position), (other, row.position))
                        }
                        let page = try await store.page(
                            of: "dogs", matching: query, after: query.cursor(after: key, place.row.position), limit: 1)
                        #expect(page.rows.first == expected, "\(query)")
                    }
                }
                await store.close()
            }
        },
        Requirement("The number of all rows is exact after every kind of write, and says up to which one") { contract in
            let store = try await contract.store()
            func count() async throws -> RecordCount {
                let count = try await store.count(of: "dogs", matching: nil)
                #expect(try await count.token == store.token())
                return count
            }
            #expect(try await count() == RecordCount(0))
            let rows = try await store.insert(["a", "b", "c"])
            #expect(try await count() == RecordCount(3))
            try await store.update(rows[0], n: 4)
            try await store.delete(rows[1])
            #expect(try await count() == RecordCount(2))
            _ = await refusal { try await store.insert(["d", "a"]) }
            #expect(try await count() == RecordCount(2))
            let batches = Mutex([[RowInsert(id: "e", values: [:]), RowInsert(id: "f", values: [:])]])
            try await store.load(into: "dogs") { batches.withLock { $0.popLast() ?? [] } }
            #expect(try await count() == RecordCount(4))
            #expect(try await store.count(of: "cats", matching: nil) == RecordCount(0))
        },
        Requirement("The matches of a search are counted up to 10,000") { contract in
            let store = try await contract.store()
            let all = try RecordQuery(QuerySample.index, search: "rex")
            for start in stride(from: 0, to: 10_000, by: 1_000) {
                try await store.insert(named: (start..<(start + 1_000)).map { "Rex \($0)" })
            }
            #expect(try await store.count(of: "dogs", matching: all) == RecordCount(10_000))
            try await store.insert(named: ["Rex"])
            #expect(try await store.count(of: "dogs", matching: all) == RecordCount(10_000, isExact: false))
            let some = try RecordQuery(QuerySample.index, filters: ["size": [.text("large")]])
            #expect(try await store.count(of: "dogs", matching: some) == RecordCount(0))
            let none = try RecordQuery(QuerySample.index, filters: ["size": [.text("small")]])
            #expect(try await store.count(of: "dogs", matching: none) == RecordCount(10_001))
        },
        Requirement("Another query refuses a cursor") { contract in
            let store = try await contract.store()
            try await store.insert(named: ["Rex", "Max", "Alf"])
            let byName = try RecordQuery(QuerySample.index, order: "name")
            let page = try await store.page(of: "dogs", matching: byName, after: nil, limit: 1)
            let cursor = try #require(page.next)
            for other in [
                try RecordQuery(QuerySample.index, order: "name", isDescending: true),
                try RecordQuery(QuerySample.index, search: "x", order: "name"), try RecordQuery(QuerySample.index),
                try RecordQuery(QuerySample.index, filters: ["size": ["small"]], order: "name"),
            ] {
                let refusal = await refusal {
                    _ = try await store.page(of: "dogs", matching: other, after: cursor, limit: 1)
                }
                #expect(refusal?.code == .unusableCursor)
            }
        },
        Requirement("Reading all pages of a query during concurrent writes returns each permanent row exactly once") {
            contract in
            let (store, other) = try await contract.twoHandles()
            for start in stride(from: 0, to: 300, by: 3) {
                try await store.insert(
                    named: (start..<(start + 3)).map { "Steady \($0 * 7919 % 300)" } + ["Passing \(start)"])
            }
            let queries = [
                try RecordQuery(QuerySample.index, search: "stea", order: "name"),
                try RecordQuery(QuerySample.index, search: "stea", order: "name", isDescending: true),
                try RecordQuery(QuerySample.index, search: "st"), try RecordQuery(QuerySample.index, order: "name"),
            ]
            async let writing: Void = churn(other)
            for query in queries {
                for _ in 0..<3 {
                    let names = try await store.allRows(matching: query, limit: 7).compactMap(
                        \.values["name"]?.description)
                    let steady = names.filter { $0.hasPrefix("Steady") }
                    #expect(Set(steady).count == 300 && steady.count == 300, "\(query)")
                    if query.order != nil {
                        #expect(steady == (query.isDescending ? steady.sorted(by: >) : steady.sorted()))
                    }
                }
            }
            try await writing
        },
        Requirement("A page of a query and the changes after its token together are complete") { contract in
            let (store, other) = try await contract.twoHandles()
            try await store.insert(named: ["Rex", "Max"])
            let query = try RecordQuery(QuerySample.index, search: "rex")
            let page = try await store.page(of: "dogs", matching: query, after: nil, limit: 10)
            #expect(page.rows.count == 1)
            try await other.insert(named: ["Rex the Second"])
            let changes = try #require(await store.allChanges(after: page.token))
            guard case .inserted(let row) = try #require(changes.first) else { throw TestStopped() }
            let later = try await store.page(of: "dogs", matching: query, after: nil, limit: 10)
            #expect(later.rows.last == row)
            #expect(later.token == ChangeToken(number: row.revision))
        },
        Requirement("A query with another index finds the rows that were written before") { contract in
            let (store, other) = try await contract.twoHandles()
            try await store.insert(named: ["Rex", "Max"])
            let numbers = RecordIndex(columns: [.init("n", kind: .integer, isSearched: true)])
            for _ in 0..<2 {
                for (index, handle) in [(QuerySample.index, store), (numbers, other)] {
                    let query = try RecordQuery(index, search: index == numbers ? "7" : "rex")
                    #expect(try await handle.count(of: "dogs", matching: query).count == (index == numbers ? 2 : 1))
                }
            }
        },
        Requirement("The log says the position of each row") { contract in
            let store = try await contract.store()
            let rows = try await store.insert(["a", "b", "c"])
            let start = try await store.token()
            let new = try await store.update(rows[1], n: 1)
            #expect(try await store.allChanges(after: start) == [.updated(new)])
            #expect(new.position == rows[1].position)
            #expect(try await store.rows(of: "dogs", ids: ["b"]) == [new])
            #expect(try await store.allRows().map(\.position) == rows.map(\.position))
        },
    ]

    /// Renames, removes and inserts rows everywhere in the collection.
    private static func churn(_ store: any RecordStore) async throws {
        for (number, row) in try await store.allRows().enumerated() {
            guard row.values["name"]?.description.hasPrefix("Passing") == true else { continue }
            try await store.delete(row)
            try await store.insert(named: ["Passing \(number * 31 % 100)", "Steadfast no more"])
        }
    }
}

extension RecordStore {
    func insert(named names: [String]) async throws {
        try await write(
            names.map { name in
                .insert(
                    RowInsert(
                        id: RecordID.random(), values: ["name": .text(name), "size": "small", "n": .integer(7)]))
            }, to: "dogs")
    }

    /// Reads all rows of a query, page by page.
    func allRows(matching query: RecordQuery, limit: Int) async throws -> [StoredRow] {
        var page = try await page(of: "dogs", matching: query, after: nil, limit: limit)
        var rows = page.rows
        while let next = page.next {
            page = try await self.page(of: "dogs", matching: query, after: next, limit: limit)
            rows += page.rows
        }
        return rows
    }
}
