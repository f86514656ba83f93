import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of a list from which records go: the next ones come up.
@Suite(.timeLimit(.minutes(5))) struct RefillTests {
    private let base = MemoryRecordStore()
    private let pets: RecordCollection<Pet>
    private let store: StubStore
    private static let index = RecordIndex(columns: [.init("n", kind: .integer, isSearched: true)])
    private static let queries: [RecordQuery?] = [
        nil, try? RecordQuery(index, order: "n"), try? RecordQuery(index, isDescending: true),
        try? RecordQuery(index, search: "1", order: "n", isDescending: true),
        try? RecordQuery(index, filters: ["n": (0..<20).map { .integer($0) }]),
    ]

    init() {
        store = StubStore(base)
        pets = RecordCollection<Pet>(store: store)
    }

    private func insert(_ pets: [Pet]) async throws {
        _ = try await base.write(pets.map { .insert(RowInsert($0)) }, to: Pet.collection)
    }

    /// The number of pages that were read.
    private var reads: Int { store.reads.inputs.count { $0 == .page(Pet.collection) } }

    @Test func `each own removal brings up the next record, and 50 removals read one page`() async throws {
        try await insert((0..<200).map { Pet(id: "\($0)", n: $0) })
        let presenter = PetPresenter(pets)
        await presenter.load()
        let start = reads
        for number in 0..<100 {
            try await presenter.records.remove("\(number)")
            #expect(presenter.shown.numbers == Array(number + 1...number + 50) && presenter.hasMore)
        }
        #expect(reads - start == 2)
        // The next page begins after the last shown record.
        try await presenter.loadMore()
        #expect(presenter.shown.numbers == Array(100..<200) && !presenter.hasMore)
    }

    @Test func `each deletion by another process brings up the next record, and 50 deletions read one page`()
        async throws
    {
        try await insert((0..<120).map { Pet(id: "\($0)", n: $0) })
        let presenter = PetPresenter(pets)
        let changes = pets.follow()
        await presenter.load()
        let start = reads
        for number in 0..<70 {
            _ = try await base.write([.delete(id: "\(number)", expecting: Int64(number + 1))], to: Pet.collection)
            await presenter.follow(try #require(await changes.next()))
            #expect(presenter.shown.numbers == Array(number + 1...number + 50))
            #expect(presenter.hasMore == (number < 69))
        }
        #expect(reads - start == 2)
    }

    @Test func `sessions at the same place share the read`() async throws {
        try await insert((0..<120).map { Pet(id: "\($0)", n: $0) })
        let presenters = (0..<30).map { _ in PetPresenter(pets) }
        let feeds = presenters.map { _ in pets.follow() }
        for presenter in presenters { await presenter.load() }
        #expect(reads == 1)
        _ = try await base.write([.delete(id: "3", expecting: 4)], to: Pet.collection)
        for (presenter, feed) in zip(presenters, feeds) {
            await presenter.follow(try #require(await feed.next()))
            #expect(presenter.shown.count == 50)
        }
        #expect(reads == 2)
    }

    @Test func `if the next page cannot be read, the list stays shorter, and a person loads it`() async throws {
        try await insert((0..<120).map { Pet(id: "\($0)", n: $0) })
        let presenter = PetPresenter(pets)
        await presenter.load()
        let start = reads
        store.reads.answers { if $0 == .page(Pet.collection) { throw StorageError(.unavailable, "away") } }
        for id in ["0", "1"] { try await presenter.records.remove(id) }
        #expect(presenter.shown.count == 48 && presenter.hasMore && presenter.failures.isEmpty && reads - start == 1)
        store.reads.answers { _ in }
        try await presenter.loadMore()
        #expect(presenter.shown.numbers == Array(2..<100))
    }

    @Test(arguments: queries.indices, [nil, 12])
    func `a list that is refilled is the beginning of what the query selects`(query: Int, limit: Int?) async throws {
        let query = Self.queries[query]
        var random = SplitMix64(seed: 5)
        for number in 0..<60 { _ = try await pets.insert(Pet(id: "first \(number)", n: Int(random.next() % 30))) }
        func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<Pet> {
            guard let query else { return try await pets.page(after: cursor, limit: limit) }
            return try await pets.page(matching: query, after: cursor, limit: limit)
        }
        let changes = pets.follow()
        var list = RecordList(try await page(after: nil, limit: 10), matching: query, limit: limit)
        for number in 0..<300 {
            let n = Int(random.next() % 30)
            let all = try await page(after: nil, limit: 1000).records
            if random.next().isMultiple(of: 2), let gone = all.prefix(20).randomElement(using: &random) {
                try await pets.delete(id: gone.id, expecting: gone.revision)
            } else if random.next().isMultiple(of: 3), let old = all.prefix(20).randomElement(using: &random) {
                _ = try await pets.update(Pet(id: old.id, n: n), expecting: old.revision)
            } else {
                _ = try await pets.insert(Pet(id: "\(number)", n: n))
            }
            list.apply(try #require(await changes.next()))
            if let place = list.refillPlace { list.refill(with: try await page(after: place, limit: 5)) }
            if number == 150, !list.isFull, let next = list.next, list.readLimit > 0 {
                list.append(try await page(after: next, limit: list.readLimit))
            }
            let now = try await page(after: nil, limit: 1000).records
            #expect(list.records == Array(now.prefix(list.records.count)))
            #expect(list.records.count >= min(10, now.count) && list.records.count <= limit ?? .max)
            #expect(list.hasMore == (list.records.count < now.count))
            #expect(list.wholeCount.map { $0 == now.count } ?? true)
        }
    }
}
