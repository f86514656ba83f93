import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of a list that shows what a query selects.
@Suite(.timeLimit(.minutes(5))) struct RecordListQueryTests {
    private let store = MemoryRecordStore()
    private static let index = RecordIndex(columns: [.init("n", kind: .integer, isSearched: true)])

    private static let queries: [RecordQuery?] = [
        nil, try? RecordQuery(index, order: "n"), try? RecordQuery(index, order: "n", isDescending: true),
        try? RecordQuery(index, search: "1"), try? RecordQuery(index, search: "1", isDescending: true),
        try? RecordQuery(index, search: "2", order: "n", isDescending: true),
        try? RecordQuery(index, filters: ["n": [.integer(3), .integer(4)]], order: "n"),
    ]

    /// Inserts, updates and removes random records.
    private func write(
        _ count: Int, to pets: RecordCollection<Pet>, _ name: String, using random: inout SplitMix64
    ) async throws {
        var own: [Stored<Pet>] = []
        for number in 0..<count {
            let n = Int.random(in: 0..<30, using: &random)
            let place = own.indices.randomElement(using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where place != nil:
                guard let place else { continue }
                own[place] = try await pets.update(Pet(id: own[place].id, n: n), expecting: own[place].revision)
            case 1 where place != nil:
                guard let place else { continue }
                let gone = own.remove(at: place)
                try await pets.delete(id: gone.id, expecting: gone.revision)
            default: own.append(try await pets.insert(Pet(id: "\(name) \(number)", n: n)))
            }
        }
    }

    @Test(arguments: queries.indices, 1...5)
    func `pages plus changes equal what the query selects`(query: Int, seed: Int) async throws {
        let query = try #require(Self.queries.indices.contains(query) ? .some(Self.queries[query]) : .none)
        let pets = RecordCollection<Pet>(store: store)
        var random = SplitMix64(seed: UInt64(seed))
        try await write(80, to: pets, "first", using: &random)
        let changes = pets.follow()
        func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<Pet> {
            guard let query else { return try await pets.page(after: cursor, limit: limit) }
            return try await pets.page(matching: query, after: cursor, limit: limit)
        }
        var list = RecordList(try await page(after: nil, limit: 7), matching: query)
        // Changes arrive between the pages, and after them.
        for round in 0..<4 {
            try await write(20, to: pets, "round \(round)", using: &random)
            if round < 2, let next = list.next { list.append(try await page(after: next, limit: 7)) }
        }
        let end = try await pets.insert(Pet(id: "end", n: -1))
        while let change = await changes.next() {
            list.apply(change)
            #expect(Set(list.records.map(\.id)).count == list.records.count)
            if change == .inserted(end) { break }
        }
        let all = try await page(after: nil, limit: 10_000).records
        if list.next == nil {
            #expect(list.records == all)
        } else {
            #expect(list.records == Array(all.prefix(list.records.count)))
        }
    }

    @Test func `an own record that the query does not select is not shown`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        let query = try RecordQuery(Self.index, search: "1", order: "n")
        var list = RecordList(try await pets.page(matching: query, after: nil, limit: 7), matching: query)
        #expect(list.insertOwn(try await pets.insert(Pet(id: "a", n: 22))) == .unselected)
        #expect(list.insertOwn(try await pets.insert(Pet(id: "b", n: 31))) == .shown)
        #expect(list.insertOwn(try await pets.insert(Pet(id: "c", n: 14))) == .shown)
        #expect(list.records.map(\.id) == ["c", "b"])
    }

    @Test func `an own change takes the record out of the list if its new place is after the loaded pages`()
        async throws
    {
        let pets = RecordCollection<Pet>(store: store)
        for n in [1, 12, 13, 14, 15] { _ = try await pets.insert(Pet(id: "\(n)", n: n)) }
        let query = try RecordQuery(Self.index, search: "1", order: "n")
        var list = RecordList(try await pets.page(matching: query, after: nil, limit: 3), matching: query)
        #expect(list.changeOwn(try await pets.change("1", seen: nil) { $0.n = 100 }) == .further)
        #expect(list.records.map(\.id) == ["12", "13"])
        #expect(list.changeOwn(try await pets.change("13", seen: nil) { $0.n = 11 }) == .shown)
        #expect(list.records.map(\.id) == ["13", "12"])
        #expect(list.changeOwn(try await pets.change("12", seen: nil) { $0.n = 22 }) == .unselected)
        #expect(list.records.map(\.id) == ["13"])
        // A change of another person takes the record to its place after the loaded pages.
        list.apply(.updated(try await pets.change("13", seen: nil) { $0.n = 200 + 1 }))
        #expect(list.records.map(\.id) == [])
    }

    @Test func `an own record comes last in the order of insertion only`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        for n in [1, 2, 3] { _ = try await pets.insert(Pet(id: "\(n)", n: n)) }
        let query = try RecordQuery(Self.index)
        var list = RecordList(try await pets.page(matching: query, after: nil, limit: 2), matching: query)
        #expect(list.insertOwn(try await pets.insert(Pet(id: "4", n: 4))) == .shown)
        #expect(list.records.map(\.id) == ["1", "2", "4"])
    }

    @Test func `an own record that belongs after the loaded pages of an order appears with its page`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        for n in [1, 2, 3, 5] { _ = try await pets.insert(Pet(id: "\(n)", n: n)) }
        let query = try RecordQuery(Self.index, order: "n")
        var list = RecordList(try await pets.page(matching: query, after: nil, limit: 2), matching: query)
        #expect(list.insertOwn(try await pets.insert(Pet(id: "4", n: 4))) == .further)
        #expect(list.insertOwn(try await pets.insert(Pet(id: "0", n: 0))) == .shown)
        #expect(list.records.map(\.id) == ["0", "1", "2"])
        list.append(try await pets.page(matching: query, after: list.next, limit: 10))
        #expect(list.records.map(\.id) == ["0", "1", "2", "3", "4", "5"] && list.next == nil)
    }
}
