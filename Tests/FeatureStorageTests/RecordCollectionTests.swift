import FeatureKit
import FeatureStorage
import FeatureTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecordCollectionTests {
    private let store = CountingStore()

    @Test func `A store that was never filled is filled with the sample once`() async throws {
        let sample = [Pet(id: "a"), Pet(id: "b")]
        let first = RecordCollection(store: store, sample: sample)
        for stored in try await first.page().records {
            try await first.delete(id: stored.id, expecting: stored.revision)
        }
        let second = RecordCollection(store: store, sample: sample)
        #expect(try await second.page().records.isEmpty)
    }

    @Test func `The first inserted record comes after the records of the sample`() async throws {
        let pets = RecordCollection(store: store, sample: [Pet(id: "a")])
        _ = try await pets.insert(Pet(id: "b"))
        #expect(try await pets.page().records.map(\.id) == ["a", "b"])
    }

    @Test func `A collection inserts, finds, changes and removes records`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        let old = try await pets.insert(Pet(id: "a", n: 1))
        let new = try await pets.update(Pet(id: "a", n: 2), expecting: old.revision)
        #expect(try await pets.record("a") == new)
        #expect(try await pets.page().records == [new])
        await #expect(throws: StorageError.self) { try await pets.update(Pet(id: "a"), expecting: old.revision) }
        try await pets.delete(id: "a", expecting: new.revision)
        #expect(try await pets.record("a") == nil)
    }

    @Test func `Pages and followers leave out an invalid row and still get all other rows`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        let changes = try #require(pets.changes())
        for id in ["a", "b", "c"] { _ = try await pets.insert(Pet(id: id, n: 1)) }
        var list = RecordList(try await pets.page())
        #expect(list.records.map(\.id) == ["a", "b", "c"])
        let bad = try await store.write(
            [.update(RowInsert(id: "b", values: ["n": "x"]), expecting: 2)], to: Pet.collection)
        _ = try await pets.insert(Pet(id: "d"))
        var ids: [String] = []
        for await change in changes {
            list.apply(change)
            if case .misfit(let row) = change { ids.append(row.id) }
            if case .inserted(let stored) = change, stored.id == "d" { break }
        }
        #expect(ids == ["b"] && list.records.map(\.id) == ["a", "c", "d"])
        let page = try await pets.page()
        #expect(page.records.map(\.id) == ["a", "c", "d"])
        let misfit = Misfit(
            StoredRow(id: "b", values: ["n": "x"], revision: bad[0].revision, position: bad[0].position),
            problems: ["n": "Enter a whole number."], reason: "n: expected a whole number, got \"x\"")
        #expect(page.misfits == [misfit])
        #expect(
            page.misfits.notice?.text
                == "Not everything is shown: the stored record \"b\" does not fit this version of the feature: "
                + "n: expected a whole number, got \"x\"")
        await #expect(throws: misfit) { try await pets.record("b") }
        // Such a record can be removed, and a change of others with it changes none.
        await #expect(throws: misfit) { try await pets.change([.init(id: "a"), .init(id: "b")]) { $0.n = 9 } }
        #expect(try await pets.record("a")?.record.n == 1)
        await #expect(throws: InputRefused.self) { try await pets.mend("b", seen: nil) { $0["n"] = "y" } }
        #expect(try await pets.mend("b", seen: misfit.revision) { $0["n"] = 5 }.record.n == 5)
        try await pets.remove("b", seen: nil)
    }

    @Test func `A page that is older than the sent changes is read again after a pause`() async throws {
        let clock = ManualClock()
        let rewound = RewoundStore(store)
        let pets = RecordCollection<Pet>(store: rewound, clock: clock)
        let changes = try #require(pets.changes())
        _ = try await pets.page()
        _ = try await pets.insert(Pet(id: "a"))
        for await change in changes { if case .inserted = change { break } }
        rewound.isRewound.store(true, ordering: .relaxed)
        let reading = Task { try await pets.page(limit: 7) }
        await clock.sleepers()
        #expect(rewound.reads.load(ordering: .relaxed) == 1)
        rewound.isRewound.store(false, ordering: .relaxed)
        await clock.advance(by: .milliseconds(100))
        #expect(try await reading.value.records.map(\.id) == ["a"])
        #expect(rewound.reads.load(ordering: .relaxed) == 2)
    }

    @Test func `A collection enforces unique keys`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        _ = try await pets.insert(Pet(id: "a", n: -1))
        let error = await #expect(throws: StorageError.self) { try await pets.insert(Pet(id: "b", n: -2)) }
        #expect(error?.code == .alreadyTaken)
    }

    @Test func `A thousand sessions share one read of the store`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        _ = try await pets.insert(Pet(id: "a"))
        let streams = (0..<1000).map { _ in pets.follow() }
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in streams { group.addTask { try await pets.page().records.map(\.id) } }
            for try await ids in group { #expect(ids == ["a"]) }
        }
        // One of the two reads is the first read of the followers.
        #expect(store.counts.pages <= 2)
        _ = try await pets.insert(Pet(id: "b"))
        for stream in streams { #expect(await stream.nextID() == "b") }
        #expect(store.counts.pages <= 2)
        #expect(store.counts.changes <= 4)
    }

    @Test func `The cached first page includes the collection's own writes`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        let changes = pets.follow()
        for number in 1...50 {
            let stored = try await pets.insert(Pet(id: "a", n: number))
            #expect(try await pets.page().records.numbers == [number])
            try await pets.delete(id: "a", expecting: stored.revision)
            #expect(try await pets.page().records.isEmpty)
        }
        withExtendedLifetime(changes) {}
    }

    @Test func `A page that was read before a write is not cached after the write`() async throws {
        let latch = Latch()
        let store = CountingStore(latch: latch)
        let pets = RecordCollection<Pet>(store: store)
        let changes = pets.follow()
        async let early = pets.page()
        await latch.arrival()
        _ = try await pets.insert(Pet(id: "a"))
        latch.open()
        _ = try await early
        #expect(try await pets.page().records.map(\.id) == ["a"])
        withExtendedLifetime(changes) {}
    }

    @Test func `A failed read of the first page is retried`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        let changes = pets.follow()
        store.setFailing(true)
        await #expect(throws: CountingStore.Failure.self) { try await pets.page() }
        store.setFailing(false)
        #expect(try await pets.page().records.isEmpty)
        withExtendedLifetime(changes) {}
    }

    @Test func `A collection and its watch are deallocated if there are no followers`() async throws {
        weak var gone: RecordCollection<Pet>?
        var changes: RecordChanges<Pet>?
        do {
            let pets = RecordCollection<Pet>(store: store)
            gone = pets
            changes = pets.follow()
            _ = try await pets.page()
        }
        var iterator = changes?.makeAsyncIterator()
        changes = nil
        // The watch may still be reading. When it ends, the sequences of the followers end too.
        #expect(await iterator?.next() == nil)
        #expect(gone == nil)
    }
}
