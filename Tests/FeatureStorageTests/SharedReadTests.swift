import FeatureKit
import FeatureStorage
import FeatureTesting
import Synchronization
import Testing

/// Tests of the reads that several sessions wait for.
@Suite(.timeLimit(.minutes(5))) struct SharedReadTests {
    /// A store whose searches and counts wait until the test answers them or they are cancelled.
    private final class SlowStore: ForwardingStore {
        let base: any RecordStore = MemoryRecordStore()
        let latch = Latch()
        /// Whether a count fails like a scan that took too long.
        let isTooSlow = Atomic(false)
        private let requesters = Mutex<[Requester?]>([])
        private let ends = Watched(0)

        /// The number of reads that have ended.
        var endCount: Int { ends.value }
        /// The clients of the reads, in order.
        var readers: [Requester?] { requesters.withLock(\.self) }

        private func read<Result>(_ body: () async throws -> Result) async throws -> Result {
            requesters.withLock { $0.append(Requester.current) }
            defer { ends.change { $0 += 1 } }
            try await latch.waitOrCancel()
            if isTooSlow.load(ordering: .relaxed) { throw StorageError.scanTooLong }
            return try await body()
        }

        func page(
            of collection: String, matching query: RecordQuery, after cursor: RecordCursor?, limit: Int
        ) async throws -> StoredPage {
            try await read { try await base.page(of: collection, matching: query, after: cursor, limit: limit) }
        }

        func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
            try await read { try await base.count(of: collection, matching: query) }
        }
    }

    private let store = SlowStore()
    private let clock = ManualClock()
    private let pets: RecordCollection<Pet>
    private let one: RecordQuery

    init() throws {
        pets = RecordCollection(store: store, clock: clock)
        let index = RecordIndex(columns: [.init("n", kind: .integer, isSearched: true)])
        one = try RecordQuery(index, search: "1")
    }

    @Test func `A shared page goes on when one of its callers has gone`() async throws {
        let changes = pets.follow()
        let first = Task { try await page() }
        await store.latch.arrival()
        let others = (0..<8).map { _ in Task { try await page() } }
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        store.latch.open()
        for other in others { #expect(try await other.value.records.isEmpty) }
        withExtendedLifetime(changes) {}
    }

    @Test func `A shared page ends when its last caller has gone, and the next caller begins a new read`() async throws
    {
        let changes = pets.follow()
        let first = Task { try await page() }
        await store.latch.arrival()
        first.cancel()
        await #expect(throws: CancellationError.self) { _ = try await first.value }
        await eventually { store.endCount == 1 }
        store.latch.open()
        #expect(try await page().records.isEmpty)
        withExtendedLifetime(changes) {}
    }

    private func page() async throws -> RecordPage<Pet> { try await pets.page(matching: one, after: nil, limit: 50) }

    @Test func `A shared count ends when the last caller has gone`() async throws {
        let counts = try #require(pets.counts())
        counts.follow(one)
        let counting = Task { try await pets.count(matching: one) }
        await store.latch.arrival()
        counting.cancel()
        await #expect(throws: CancellationError.self) { _ = try await counting.value }
        await eventually { store.endCount == 1 }
        store.latch.open()
        #expect(try await pets.count(matching: one) == RecordCount(0))
    }

    @Test func `A count after a change counts for the client that follows it, and ends when nobody follows it`()
        async throws
    {
        let client = Requester("a")
        let counts = try #require(pets.counts())
        Requester.$current.withValue(client) { counts.follow(one) }
        _ = try await Requester.$current.withValue(Requester("b")) { try await pets.insert(Pet(id: "a", n: 1)) }
        await store.latch.arrival()
        #expect(store.readers == [client])
        counts.pause()
        await eventually { store.endCount == 1 }
    }

    @Test func `A count that took too long is left out`() async throws {
        store.isTooSlow.store(true, ordering: .relaxed)
        store.latch.open()
        #expect(try await pets.count(matching: one) == nil)
        let counts = try #require(pets.counts())
        counts.follow(one)
        #expect(try await pets.count(matching: one) == nil)
        #expect(store.endCount == 2)
        // Until records change, nobody counts again.
        #expect(try await pets.count(matching: one) == nil)
        #expect(store.endCount == 2)
    }
}
