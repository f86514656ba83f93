import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RecordListTests {
    private let store = MemoryRecordStore()

    @Test(arguments: 1...20)
    func `A page plus the changes equals the collection, even during concurrent writes`(seed: UInt64) async throws {
        let pets = RecordCollection<Pet>(store: store)
        let elsewhere = RecordCollection<Pet>(store: store)
        var random = SplitMix64(seed: seed)
        for number in 0..<20 { _ = try await pets.insert(Pet(id: "first \(number)")) }
        async let others: Void = write(to: elsewhere, "other", seed: seed &+ 100)
        var lists: [RecordList<Pet>] = []
        var streams: [RecordChanges<Pet>] = []
        // Write through the last list, which must show these writes immediately.
        for number in 0..<60 {
            if number.isMultiple(of: 20) {
                streams.append(pets.follow())
                lists.append(RecordList(try await pets.page(limit: 10_000)))
            }
            let last = lists.count - 1
            if let shown = lists[last].records.filter({ $0.id.hasPrefix("own") }).randomElement(using: &random) {
                if Bool.random(using: &random) {
                    try await pets.delete(id: shown.id, expecting: shown.revision)
                    lists[last].removeOwn(shown.id)
                } else {
                    lists[last].apply(
                        .updated(try await pets.update(Pet(id: shown.id, n: number), expecting: shown.revision)))
                }
            }
            lists[last].insertOwn(try await pets.insert(Pet(id: "own \(number % 30) \(number / 30)")))
        }
        try await others
        let end = try await pets.insert(Pet(id: "end"))
        let final = try await pets.page(limit: 10_000).records
        for index in lists.indices {
            while let change = await streams[index].next() {
                lists[index].apply(change)
                #expect(Set(lists[index].records.map(\.id)).count == lists[index].records.count)
                if change == .inserted(end) { break }
            }
            #expect(lists[index].records == final)
        }
    }

    @Test(arguments: 1...10)
    func `Loading pages while records change neither loses nor duplicates a record`(seed: UInt64) async throws {
        let pets = RecordCollection<Pet>(store: store)
        for number in 0..<150 { _ = try await pets.insert(Pet(id: "first \(number)")) }
        let changes = pets.follow()
        var list = RecordList(try await pets.page(limit: 10))
        async let others: Void = write(to: RecordCollection<Pet>(store: store), "other", seed: seed)
        list.insertOwn(try await pets.insert(Pet(id: "own")))
        #expect(list.records.last?.id == "own")
        while let next = list.next { list.append(try await pets.page(after: next, limit: 10)) }
        try await others
        let end = try await pets.insert(Pet(id: "end"))
        while let change = await changes.next(), change != .inserted(end) { list.apply(change) }
        list.apply(.inserted(end))
        #expect(try await list.records == pets.page(limit: 10_000).records)
    }

    @Test func `A repeated change has no effect`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        let a = try await pets.insert(Pet(id: "a"))
        var list = RecordList(try await pets.page())
        let before = list
        let echoes: [RecordChange<Pet>] = [
            .inserted(a), .updated(a), .deleted(id: "a", revision: a.revision - 1), .deleted(id: "b", revision: 99),
            .reset, .interrupted("why"), .resumed,
        ]
        #expect(echoes.filter { list.apply($0) } == [])
        #expect(list == before)
    }

    @Test func `An older change does not bring back a record that the list removed`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        var list = RecordList(try await pets.page())
        let a = try await pets.insert(Pet(id: "a"))
        list.insertOwn(a)
        list.removeOwn("a")
        let late: [RecordChange<Pet>] = [.inserted(a), .deleted(id: "a", revision: a.revision + 1)]
        #expect(late.filter { list.apply($0) } == [])
        list.apply(.inserted(Stored(a.record, revision: a.revision + 2)))
        #expect(list.records.map(\.id) == ["a"])
    }

    @Test func `The next page is as long as the loaded list, within a minimum and a maximum`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        let size = RecordCollection<Pet>.pageSize
        _ = try await store.write((0..<40 * size).map { .insert(RowInsert(Pet(id: "\($0)"))) }, to: Pet.collection)
        var list = RecordList(try await pets.page(limit: 7))
        var counts: [Int] = []
        while let place = list.next {
            let page = try await pets.page(after: place, limit: list.pageLimit)
            counts.append(page.records.count)
            list.append(page)
        }
        // Before each of these pages, the list has 7, 57, 114, 228 and 456 records. Each later page has ten times the
        // standard page size.
        #expect(counts.prefix(5) == [size, size + 7, 2 * size + 14, 4 * size + 28, 8 * size + 56])
        #expect(counts.dropFirst(5).dropLast().allSatisfy { $0 == 10 * size })
        #expect(list.records.map(\.id) == (0..<40 * size).map(String.init))
    }

    @Test func `A record that is inserted after the loaded pages appears when its page is loaded`() async throws {
        let pets = RecordCollection<Pet>(store: store)
        for number in 0..<4 { _ = try await pets.insert(Pet(id: "\(number)")) }
        var list = RecordList(try await pets.page(limit: 2))
        list.apply(.inserted(try await pets.insert(Pet(id: "4"))))
        #expect(list.records.map(\.id) == ["0", "1"])
        while let next = list.next { list.append(try await pets.page(after: next, limit: 2)) }
        #expect(list.records.map(\.id) == ["0", "1", "2", "3", "4"])
        #expect(list.record("4")?.id == "4" && list.record("5") == nil)
    }

    /// Inserts, updates and deletes records that no other writer uses.
    private func write(to pets: RecordCollection<Pet>, _ name: String, seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        var own: [Stored<Pet>] = []
        for number in 0..<100 {
            if let index = own.indices.randomElement(using: &random), Bool.random(using: &random) {
                let stored = own.remove(at: index)
                if Bool.random(using: &random) {
                    own.append(try await pets.update(Pet(id: stored.id, n: number), expecting: stored.revision))
                } else {
                    try await pets.delete(id: stored.id, expecting: stored.revision)
                }
            } else {
                own.append(try await pets.insert(Pet(id: "\(name) \(number)")))
            }
            await Task.yield()
        }
    }
}
