import FeatureKit
import FeatureStorage
import FeatureTesting
import Synchronization
import Testing

/// Tests of the number of all records: it includes each change once.
@Suite(.timeLimit(.minutes(5))) struct TotalTests {
    /// A store in which another process writes before a count.
    private final class BusyStore: ForwardingStore {
        let base: any RecordStore = MemoryRecordStore()
        private let next = Mutex<[RowWrite]>([])

        /// Sets the writes of the other process before the next count.
        func writeBeforeCount(_ writes: [RowWrite]) { next.withLock { $0 = writes } }

        func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
            let writes = next.withLock { next in
                defer { next = [] }
                return next
            }
            if !writes.isEmpty { _ = try await base.write(writes, to: collection) }
            return try await base.count(of: collection, matching: query)
        }
    }

    private let store = BusyStore()
    // The collection counts again after a second, which never passes.
    private let clock = ManualClock()
    private let feature: CensusFeature

    init() {
        let resources = RecordResources(store: { [store] in store }, files: NoFiles(), clock: clock)
        feature = CensusFeature(resources: resources)
    }

    private func insertion(_ n: Int) -> RowWrite { .insert(RowInsert(Pet(id: "\(n)", n: n))) }

    private func write(_ writes: [RowWrite]) async throws { _ = try await store.write(writes, to: Pet.collection) }

    /// Starts a session that shows the newest pet first.
    private func started() async throws -> Session {
        let session = try await Session(feature, options: ["descending": true])
        try await session.start()
        _ = try await session.settled()
        return session
    }

    private func list(_ session: Session) async -> ListElement? { await session.frame.screen.lists.first }

    /// Inserts a pet elsewhere, and waits until a session shows it.
    private func showNew(_ n: Int, in session: Session) async throws {
        try await write([insertion(n)])
        #expect(await eventually { await list(session)?.rows.first?.title == "\(n)" })
    }

    @Test func `a change between the page and the count is counted once`() async throws {
        try await write((1...120).map(insertion))
        store.writeBeforeCount([insertion(121), insertion(122), .delete(id: "7", expecting: 7)])
        let session = try await started()
        #expect(await list(session)?.total == .init(121))
        try await showNew(123, in: session)
        #expect(await list(session)?.total == .init(122))
        await session.close()
    }

    @Test func `a change since the last shared count is counted for a new session`() async throws {
        try await write((1...120).map(insertion))
        let first = try await started()
        try await showNew(121, in: first)
        #expect(await list(first)?.total == .init(121))
        let second = try await started()
        #expect(await list(second)?.total == .init(121))
        try await showNew(122, in: second)
        #expect(await list(second)?.total == .init(122))
        await first.close()
        await second.close()
    }

    @Test func `deletions beyond the shown rows and own removals are counted at once, and each once`() async throws {
        try await write((1...120).map(insertion))
        let session = try await started()
        try await write([.delete(id: "7", expecting: 7)])
        #expect(await eventually { await list(session)?.total == .init(119) })
        let removed = try await session.perform("remove", ["id": "8"]).frame.screen.lists.first
        #expect(removed?.total == .init(118))
        try await showNew(121, in: session)
        #expect(await list(session)?.total == .init(119))
        await session.close()
    }

    @Test func `a load of the list again counts own removals`() async throws {
        try await write((1...120).map(insertion))
        let session = try await started()
        _ = try await session.perform("remove", ["id": "8"])
        #expect(try await session.perform("refresh").frame.screen.lists.first?.total == .init(119))
        try await showNew(121, in: session)
        #expect(await list(session)?.total == .init(120))
        await session.close()
    }
}
