import FeatureStorage
import FeatureTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct LazyRecordStoreTests {
    private let clock = ManualClock()
    private let base = MemoryRecordStore()

    /// Creates a store whose first attempts to open fail.
    private func store(failures: Int = 0) -> (store: LazyRecordStore, openings: OpeningCounter) {
        let openings = OpeningCounter()
        let store = LazyRecordStore(clock: clock) { [base] in
            if openings.next() <= failures { throw StorageError(.unavailable, "locked") }
            return base
        }
        return (store, openings)
    }

    private let insert = RowWrite.insert(RowInsert(id: "a", values: [:]))

    @Test func `The first use opens the store once for all callers`() async throws {
        let (store, openings) = store()
        #expect(openings.count == 0)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 { group.addTask { _ = try await store.page(of: "dogs", after: nil, limit: 1) } }
            try await group.waitForAll()
        }
        try await store.write([insert], to: "dogs")
        #expect(openings.count == 1)
        #expect(try await base.rows(of: "dogs", ids: ["a"]).count == 1)
    }

    @Test func `A failed attempt to open the store throws, and the next use tries again`() async throws {
        let (store, openings) = store(failures: 1)
        await #expect(throws: StorageError(.unavailable, "locked")) { try await store.write([insert], to: "dogs") }
        try await store.write([insert], to: "dogs")
        #expect(openings.count == 2)
    }

    @Test func `A check opens the store`() async throws {
        let (store, openings) = store(failures: 1)
        await #expect(throws: StorageError(.unavailable, "locked")) { try await store.verify() }
        try await store.verify()
        try await store.verify()
        #expect(openings.count == 2)
    }

    @Test func `A follower receives one hint immediately, and further hints when the store is open`() async throws {
        let (store, openings) = store(failures: 2)
        var hints = store.changeHints().makeAsyncIterator()
        #expect(await hints.next() != nil)
        await clock.advance(by: .milliseconds(100))
        await clock.advance(by: .milliseconds(200))
        // This is the first hint of the open store.
        #expect(await hints.next() != nil)
        #expect(openings.count == 3)
        try await base.write([insert], to: "dogs")
        #expect(await hints.next() != nil)
    }
}

/// Counts the attempts to open a store.
final class OpeningCounter: Sendable {
    private let openings = Mutex(0)

    var count: Int { openings.withLock(\.self) }

    func next() -> Int {
        openings.withLock { openings in
            openings += 1
            return openings
        }
    }
}
