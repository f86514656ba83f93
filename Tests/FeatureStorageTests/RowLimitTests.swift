import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of a session that holds only a certain number of rows.
@Suite(.timeLimit(.minutes(5))) struct RowLimitTests {
    private let store = MemoryRecordStore()
    private static let index = RecordIndex(columns: [.init("n", kind: .integer, isSearched: true)])
    private static let limited = Element.text(id: "pets-limit", "Search or filter to see others.", style: .caption)

    private func started(_ count: Int, limit: Int?) async throws -> Session {
        _ = try await store.write((0..<count).map { .insert(RowInsert(Pet(id: "\($0)", n: $0))) }, to: Pet.collection)
        let resources = RecordResources(store: { [store] in store }, files: NoFiles())
        let session = try await Session(CensusFeature(resources: resources), rowLimit: limit)
        try await session.start()
        _ = try await session.settled()
        return session
    }

    private func list(_ session: Session) async throws -> ListElement {
        try #require(await session.frame.screen.lists.first)
    }

    @Test func `At the limit, a text replaces the button, the total stays, and the session refuses more`() async throws
    {
        let session = try await started(120, limit: 70)
        #expect(try await list(session).more != nil)
        let screen = try await session.perform("more").frame.screen
        #expect(screen.lists.first?.more == nil && screen.lists.first?.total == .init(120))
        #expect(screen.elements.last == Self.limited)
        #expect(screen.lists.first.map { screen.isLimited($0) } == true)
        await #expect(
            throws: FeatureError(.disabled, "the list shows 70 pets, its maximum; search or filter to see others")
        ) { try await session.perform("more") }
        #expect(await session.takeNotices() == [])
        await session.close()
    }

    @Test func `A session without a limit loads all rows`() async throws {
        let session = try await started(120, limit: nil)
        while let more = try await list(session).more { _ = try await session.perform(more.action) }
        #expect(await session.frame.screen.elements.contains(Self.limited) == false)
        await session.close()
    }

    @Test func `A call that waits until an earlier call has filled the list is refused without a notice`() async throws
    {
        let session = try await started(120, limit: 70)
        let calls = (1...2).map { _ in Task { try await session.perform("more") } }
        let outcomes = [await calls[0].result, await calls[1].result]
        #expect(outcomes.filter { (try? $0.get()) != nil }.count == 1)
        #expect(await session.takeNotices() == [])
        await session.close()
    }

    @Test func `A limit below a page cuts the first page, and a search brings the button back`() async throws {
        let session = try await started(120, limit: 11)
        #expect(await session.frame.screen.elements.last == Self.limited)
        let found = try await session.perform("browse", ["search": "119"]).frame.screen
        #expect(!found.elements.contains(Self.limited) && found.lists.count == 1)
        #expect(try await session.perform("browse", ["search": ""]).frame.screen.elements.last == Self.limited)
        await session.close()
    }

    @Test
    func `A live insertion beyond the limit makes a whole list a full one, and a removal brings its last row back`()
        async throws
    {
        let session = try await started(40, limit: 40)
        #expect(try await list(session).total == nil)
        let viewer = try await session.attachRecorder()
        let rows = try await store.write([.insert(RowInsert(Pet(id: "new", n: 40)))], to: Pet.collection)
        while case .frame(let frame) = await viewer.next(), frame.screen.elements.last != Self.limited {}
        #expect(try await list(session).total == .init(41))
        _ = try await store.write([.delete(id: "3", expecting: 4)], to: Pet.collection)
        while case .frame(let frame) = await viewer.next(), frame.screen.elements.last == Self.limited {}
        // The dropped row comes up again.
        #expect(try await list(session).more == nil)
        #expect(rows.count == 1)
        await session.close()
    }

    @Test(arguments: [
        nil, try? RecordQuery(index, order: "n"), try? RecordQuery(index, order: "n", isDescending: true),
    ])
    func `A limited list is the beginning of what the query selects, whatever changes`(query: RecordQuery?) async throws
    {
        let pets = RecordCollection<Pet>(store: store)
        var random = SplitMix64(seed: 11)
        for number in 0..<30 { _ = try await pets.insert(Pet(id: "first \(number)", n: Int(random.next() % 30))) }
        func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<Pet> {
            guard let query else { return try await pets.page(after: cursor, limit: limit) }
            return try await pets.page(matching: query, after: cursor, limit: limit)
        }
        let changes = pets.follow()
        var list = RecordList(try await page(after: nil, limit: 20), matching: query, limit: 20)
        for number in 0..<200 {
            let n = Int(random.next() % 30)
            if random.next().isMultiple(of: 3), let gone = list.records.randomElement(using: &random) {
                try await pets.delete(id: gone.id, expecting: gone.revision)
            } else if random.next().isMultiple(of: 2), let old = list.records.randomElement(using: &random) {
                _ = try await pets.update(Pet(id: old.id, n: n), expecting: old.revision)
            } else {
                _ = try await pets.insert(Pet(id: "\(number)", n: n))
            }
            if let change = await changes.next() { list.apply(change) }
            if number.isMultiple(of: 5), !list.isFull, let next = list.next {
                list.append(try await page(after: next, limit: list.pageLimit))
            }
            let all = try await page(after: nil, limit: 1000).records
            #expect(list.records.count <= 20)
            #expect(list.records == Array(all.prefix(list.records.count)))
            #expect(list.hasMore == (list.records.count < all.count))
        }
    }

    @Test func `An own insertion into a full list is not shown but said to be further down`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        for number in 0..<3 { _ = try await pets.insert(Pet(id: "\(number)")) }
        var list = RecordList(try await pets.page(limit: 2), limit: 2)
        #expect(list.isFull)
        #expect(list.insertOwn(try await pets.insert(Pet(id: "own"))) == .further)
        #expect(list.records.map(\.id) == ["0", "1"])
    }
}
