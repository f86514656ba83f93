import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of the counts that all sessions of a collection share.
@Suite(.timeLimit(.minutes(5))) struct RecordCountTests {
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

    @Test func `a follower that pauses or has stopped is not counted for`() async throws {
        let pets = RecordCollection<Pet>(store: store, clock: clock)
        let (all, paused, stopped) = try (
            #require(pets.counts()), #require(pets.counts()), #require(pets.counts())
        )
        all.follow(nil)
        #expect(try await pets.count(matching: nil) == RecordCount(0))
        paused.follow(one)
        paused.pause()
        stopped.changes.stop()
        // A session can end while its list is read. The list follows its query after that.
        stopped.follow(one)
        _ = store.taken()
        _ = try await pets.insert(Pet(id: "a", n: 1))
        await clock.advance(by: .seconds(1))
        var signals = all.changes.makeAsyncIterator()
        #expect(await signals.next() != nil)
        #expect(store.taken() == [nil])
        withExtendedLifetime((paused, stopped)) {}
    }
}
