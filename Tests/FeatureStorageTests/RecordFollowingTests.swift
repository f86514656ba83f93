import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecordFollowingTests {
    private let store = CountingStore()

    @Test func `Every follower receives the changes of all collections of the store in order`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        let others = RecordCollection<Pet>(store: store)
        let followers = (0..<3).map { _ in pets.follow() }
        _ = try await pets.page()
        let a = try await others.insert(Pet(id: "a"))
        _ = try await pets.insert(Pet(id: "b"))
        try await others.delete(id: "a", expecting: a.revision)
        for index in followers.indices {
            for expected in ["a", "b", "-a"] { #expect(await followers[index].nextID() == expected) }
        }
    }

    @Test func `Followers receive a change that was made between the first page and the first log read`() async throws {
        // The store reads the page before the write and returns the page after the write.
        let latch = Latch()
        let store = CountingStore(latch: latch)
        let pets = RecordCollection<Pet>(store: store)
        let changes = pets.follow()
        async let page = pets.page()
        await latch.arrival()
        _ = try await RecordCollection<Pet>(store: store).insert(Pet(id: "a"))
        latch.open()
        var list = RecordList(try await page)
        if list.records.isEmpty, let change = await changes.next() { list.apply(change) }
        #expect(list.records.map(\.id) == ["a"])
    }

    @Test func `A slow follower receives a reset and then all later changes`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        let slow = pets.follow()
        let fast = pets.follow()
        _ = try await pets.page()
        let last = 2500
        for number in 0...last {
            _ = try await pets.insert(Pet(id: "\(number)"))
            #expect(await fast.nextID() == "\(number)")
        }
        var seen: [String] = []
        while seen.last != "\(last)", let id = await slow.nextID() { seen.append(id) }
        #expect(seen.count < last)
        // Each omitted change precedes a reset, so no change is missing after the last reset.
        let reset = try #require(seen.lastIndex(of: "reset"))
        let after = seen[reset...].dropFirst().compactMap { Int($0) }
        #expect(after == Array((last - after.count + 1)...last))
        _ = try await pets.insert(Pet(id: "more"))
        // The reset may have replaced the last change as well.
        var next = await slow.nextID()
        if next == "reset" { next = await slow.nextID() }
        #expect(next == "more")
    }

    @Test func `A follower receives a reset if the log was trimmed, and then receives later changes`() async throws {
        let memory = MemoryRecordStore(logLimit: 10)
        let pets = RecordCollection<Pet>(store: memory)
        let changes = pets.follow()
        _ = try await pets.page()
        try await memory.write((0..<100).map { .insert(RowInsert(Pet(id: "\($0)"))) }, to: Pet.collection)
        #expect(await changes.nextID() == "reset")
        #expect(try await pets.page(limit: 1000).records.count == 100)
        _ = try await pets.insert(Pet(id: "last"))
        #expect(await changes.nextID() == "last")
    }

    @Test func `If the store fails, followers receive one interruption and later all changes`() async throws {
        let clock = ManualClock()
        let pets = RecordCollection<Pet>(store: store, clock: clock)
        let changes = pets.follow()
        _ = try await pets.page()
        _ = try await pets.insert(Pet(id: "a"))
        #expect(await changes.nextID() == "a")
        store.setFailing(true)
        // Send a hint while the store fails, so that the log cannot be read.
        try await hint()
        #expect(await changes.nextID() == "out of order")
        await clock.advance(by: .seconds(1))
        // Wait until the second attempt has failed too, before the store recovers.
        await clock.sleepers()
        store.setFailing(false)
        await clock.advance(by: .seconds(1))
        #expect(await changes.nextID() == "resumed")
        #expect(await changes.nextID() == "elsewhere")
    }

    private func hint() async throws {
        try await store.base.write([.insert(RowInsert(Pet(id: "elsewhere")))], to: Pet.collection)
    }

    @Test func `A follower that joins after all others have left receives every change once`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        for round in 0..<50 {
            let changes = pets.follow()
            _ = try await pets.page()
            let stored = try await pets.insert(Pet(id: "\(round)"))
            #expect(await changes.next() == .inserted(stored))
        }
    }

    @Test func `The sequences of followers end when their collection is deallocated`() async throws {
        var pets: RecordCollection<Pet>? = RecordCollection(store: store)
        let changes = pets?.follow()
        pets = nil
        var iterator = changes?.makeAsyncIterator()
        while await iterator?.next() != nil {}
    }

    @Test func `Followers that leave while changes are sent cause no deadlock`() async throws {
        let pets = RecordCollection<Pet>(store: MemoryRecordStore())
        for round in 0..<150 {
            let latch = Latch()
            let followers = (0..<16).map { _ in
                let changes = pets.follow()
                return Task {
                    for await _ in changes { await latch.wait() }
                }
            }
            // Followers receive the changes after this page.
            _ = try await pets.page()
            _ = try await pets.insert(Pet(id: "\(round)"))
            await latch.arrival(16)
            latch.open()
            // Send a change and cancel a follower at the same time.
            await withThrowingTaskGroup { group in
                group.addTask { _ = try await pets.insert(Pet(id: "\(round) again")) }
                for follower in followers { group.addTask { follower.cancel() } }
            }
            for follower in followers { await follower.value }
        }
        #expect(try await pets.page(limit: 1000).records.count == 300)
    }
}
