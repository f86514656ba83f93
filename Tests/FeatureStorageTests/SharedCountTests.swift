import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of the counts of sessions that search the same records.
@Suite(.timeLimit(.minutes(5))) struct SharedCountTests {
    private let store = CountedStore()
    private let clock = ManualClock()
    private let feature: CensusFeature

    init() {
        let resources = RecordResources(store: { [store] in store }, files: NoFiles(), clock: clock)
        feature = CensusFeature(resources: resources)
    }

    /// Inserts pets whose number has every digit, as another process does.
    private func insert(_ ids: Range<Int>) async throws {
        _ = try await store.write(
            ids.map { .insert(RowInsert(Pet(id: "\($0)", n: 1_023_456_789))) }, to: Pet.collection)
    }

    /// Starts sessions with a search each, a hundred at the same time.
    private func start(_ searches: [String]) async throws -> [Session] {
        try await withThrowingTaskGroup(of: Session.self) { group in
            var sessions: [Session] = []
            for (number, search) in searches.enumerated() {
                // More at the same time would keep the tests of other suites from running.
                if number >= 100, let session = try await group.next() { sessions.append(session) }
                group.addTask {
                    let session = try await Session(feature, options: ["search": .text(search)])
                    try await session.start()
                    _ = try await session.settled()
                    return session
                }
            }
            return try await group.reduce(into: sessions) { $0.append($1) }
        }
    }

    private func total(_ session: Session) async -> ListElement.Total? { await session.frame.screen.lists.first?.total }

    @Test func `800 sessions with eleven searches count each search once, and once in the second after a write`()
        async throws
    {
        try await insert(0..<60)
        // Half of the sessions have the same search, and the others have ten.
        let searches = (0..<800).map { $0.isMultiple(of: 2) ? "10" : "\($0 / 2 % 10)" }
        let sessions = try await start(searches)
        for session in sessions { #expect(await total(session) == .init(60)) }
        let counted = store.taken()
        #expect(counted.count == 11 && Set(counted).count == 11)

        try await insert(60..<61)
        await clock.advance(by: .seconds(1))
        for session in sessions {
            guard await eventually({ await total(session) == .init(61) }) else { break }
        }
        let recounted = store.taken()
        #expect(recounted.count == 11 && Set(recounted) == Set(counted))
        for session in sessions { await session.close() }
    }

    // A follower does what a session does for its count. So many whole sessions would keep other tests from running.
    @Test func `8,000 followers of eleven searches count each search once, and once in the second after a write`()
        async throws
    {
        try await insert(0..<60)
        let pets = RecordCollection<Pet>(store: store, clock: clock)
        let index = RecordIndex(columns: [.init("n", kind: .integer, isSearched: true)])
        let queries = try (0...10).map { try RecordQuery(index, search: "\($0)") }
        let followers = try (0..<8_000).map { number in
            let query = number.isMultiple(of: 2) ? queries[10] : queries[number / 2 % 10]
            return (query: query, counts: try #require(pets.counts()))
        }
        for (query, counts) in followers {
            counts.follow(query)
            #expect(try await pets.count(matching: query) == RecordCount(60))
        }
        let first = store.taken()
        #expect(first.count == 11 && Set(first) == Set(queries))

        for number in 60..<70 { _ = try await pets.insert(Pet(id: "\(number)", n: 1_023_456_789)) }
        for (query, _) in followers { _ = try await pets.count(matching: query) }
        #expect(store.taken().isEmpty)
        await clock.advance(by: .seconds(1))
        for (query, counts) in followers {
            var signals = counts.changes.makeAsyncIterator()
            guard await signals.next() != nil else { break }
            #expect(try await pets.count(matching: query) == RecordCount(70))
        }
        let counted = store.taken()
        #expect(counted.count == 11 && Set(counted) == Set(queries))
    }

    @Test func `a search whose matches are on one page is not counted`() async throws {
        try await insert(0..<49)
        _ = try await store.write(
            (49..<60).map { .insert(RowInsert(Pet(id: "\($0)", n: 5))) }, to: Pet.collection)
        let sessions = try await start(["789", "5"])
        let counted = store.taken()
        #expect(counted.map { $0?.words } == [["5"]])
        try await insert(60..<61)
        await clock.advance(by: .seconds(1))
        for session in sessions {
            let count = session.options.values["search"] == "789" ? 50 : 61
            await eventually { await total(session) == .init(count) }
        }
        #expect(store.taken() == counted)
        for session in sessions { await session.close() }
    }
}
