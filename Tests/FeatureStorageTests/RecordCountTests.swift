import FeatureKit
import FeatureStorage
import FeatureTesting
import Synchronization
import Testing

/// Tests of the counts that all sessions of a collection share.
@Suite(.timeLimit(.minutes(5))) struct RecordCountTests {
    /// A store that records the counted queries.
    private final class CountedStore: RecordStore {
        let base = MemoryRecordStore()
        private let asked = Mutex<[RecordQuery?]>([])

        func taken() -> [RecordQuery?] {
            asked.withLock { asked in
                defer { asked = [] }
                return asked
            }
        }

        func count(of collection: String, matching query: RecordQuery?) async throws -> RecordCount {
            asked.withLock { $0.append(query) }
            return try await base.count(of: collection, matching: query)
        }

        func page(of collection: String, after cursor: RecordCursor?, limit: Int) async throws -> StoredPage {
            try await base.page(of: collection, after: cursor, limit: limit)
        }
        func rows(of collection: String, ids: [String]) async throws -> [StoredRow] {
            try await base.rows(of: collection, ids: ids)
        }
        func write(_ writes: [RowWrite], to collection: String) async throws -> [StoredRow] {
            try await base.write(writes, to: collection)
        }
        func fillOnce(_ collection: String, with inserts: [RowInsert]) async throws -> Bool {
            try await base.fillOnce(collection, with: inserts)
        }
        func load(into collection: String, _ next: @escaping @Sendable () throws -> [RowInsert]) async throws -> Int {
            try await base.load(into: collection, next)
        }
        func changes(in collection: String, after token: ChangeToken, limit: Int) async throws -> StoredChanges {
            try await base.changes(in: collection, after: token, limit: limit)
        }
        func changeHints() -> AsyncStream<Void> { base.changeHints() }
    }

    private let store = CountedStore()
    private let clock = ManualClock()
    private static let index = RecordIndex(columns: [.init("n", kind: .integer, isSearched: true)])
    private let one = try? RecordQuery(index, search: "1")

    @Test func `followers of one query share a count, at most once a second`() async throws {
        let pets = RecordCollection<Pet>(store: store, clock: clock)
        _ = try await pets.insert(Pet(id: "a", n: 1))
        let followers = try (0..<100).map { _ in try #require(pets.counts()) }
        followers.forEach { $0.follow(one) }
        for _ in followers { #expect(try await pets.count(matching: one) == RecordCount(1)) }
        #expect(store.taken() == [one])
        for number in 0..<10 { _ = try await pets.insert(Pet(id: "\(number)", n: 1)) }
        // The second has not passed, so callers get the last count.
        #expect(try await pets.count(matching: one) == RecordCount(1))
        #expect(store.taken().isEmpty)
        await clock.advance(by: .seconds(1))
        for follower in followers {
            var signals = follower.changes.makeAsyncIterator()
            #expect(await signals.next() != nil)
            #expect(try await pets.count(matching: one) == RecordCount(11))
        }
        #expect(store.taken() == [one])
        withExtendedLifetime(followers) {}
    }

    @Test func `a query without followers is not counted after changes`() async throws {
        let pets = RecordCollection<Pet>(store: store, clock: clock)
        let first = try #require(pets.counts())
        let second = try #require(pets.counts())
        first.follow(one)
        second.follow(nil)
        #expect(try await pets.count(matching: one) == RecordCount(0))
        #expect(try await pets.count(matching: nil) == RecordCount(0))
        first.follow(nil)
        _ = store.taken()
        _ = try await pets.insert(Pet(id: "a", n: 1))
        await clock.advance(by: .seconds(1))
        var signals = second.changes.makeAsyncIterator()
        #expect(await signals.next() != nil)
        #expect(store.taken() == [nil])
        second.changes.stop()
        first.changes.stop()
        _ = try await pets.insert(Pet(id: "b", n: 1))
        #expect(try await pets.count(matching: one) == RecordCount(2))
        #expect(store.taken() == [one])
        withExtendedLifetime((first, second)) {}
    }
}
