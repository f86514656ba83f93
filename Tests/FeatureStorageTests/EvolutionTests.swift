import FeatureKit
import FeatureStorage
import Testing

/// Tests of two versions of a feature that share a store.
@Suite(.timeLimit(.minutes(5))) struct EvolutionTests {
    private struct Old: Record {
        static let collection = "toys"
        static let fields: [any FieldDeclaration] = [
            Field<String>("name", "Name"), Field<String?>("note", "Note"),
        ]
        static let sample: [Old] = []
        var id: String
        var name: String
        var note: String?
    }

    private struct New: Record {
        static let collection = "toys"
        static let fields: [any FieldDeclaration] = Old.fields + [Field<Int?>("size", "Size")]
        static let sample: [New] = []
        var id: String
        var name: String
        var note: String?
        var size: Int?
    }

    private let old: RecordCollection<Old>
    private let new: RecordCollection<New>

    init() {
        let store = MemoryRecordStore()
        (old, new) = (RecordCollection(store: store), RecordCollection(store: store))
    }

    @Test func `A change by an older version keeps the values that it does not know`() async throws {
        _ = try await new.insert(New(id: "a", name: "Rex", note: "soft", size: 3))
        let changed = try await old.change("a", seen: nil) { toy in
            toy.name = "Max"
            toy.note = nil
        }
        #expect(changed.values == ["name": "Max", "size": 3])
        #expect(try await new.record("a")?.record == New(id: "a", name: "Max", size: 3))
    }

    @Test
    func `An older version takes back a change of a value that it does not know, and a removal with such a value`()
        async throws
    {
        _ = try await new.insert(New(id: "a", name: "Rex", size: 3))
        _ = try await new.change("a", seen: nil) { $0.size = 4 }
        let resized = try #require(await old.history(matching: HistorySelection(), limit: 1).first)
        #expect(resized.before == ["size": 3] && resized.after == ["size": 4])
        try await old.undo(resized.change)
        #expect(try await new.record("a")?.record.size == 3)
        try await old.remove("a", seen: nil)
        let removed = try #require(await old.history(matching: HistorySelection(), limit: 1).first)
        try await old.undo(removed.change)
        #expect(try await new.record("a")?.record == New(id: "a", name: "Rex", size: 3))
    }

    // MARK: - A new name

    private struct Renamed: Record {
        static let collection = "toys"
        static let fields: [any FieldDeclaration] = [
            Field<String>("title", "Title").formerly("name"), Field<String?>("note", "Note"),
        ]
        static let sample: [Renamed] = []
        var id: String
        var title: String
        var note: String?
    }

    @Test func `Versions with an older and a newer name of a field share a store`() async throws {
        let store = MemoryRecordStore()
        let (old, renamed) = (RecordCollection<Old>(store: store), RecordCollection<Renamed>(store: store))
        let changes = old.follow()
        _ = try await old.page()
        _ = try await old.insert(Old(id: "a", name: "Rex", note: "soft"))
        _ = try await renamed.insert(Renamed(id: "b", title: "Max"))
        #expect(try await renamed.change("a", seen: nil) { $0.title = "Bo" }.values == ["title": "Bo", "note": "soft"])
        #expect(
            try await old.page().records.map(\.record) == [
                Old(id: "a", name: "Bo", note: "soft"), Old(id: "b", name: "Max"),
            ])
        #expect(try await store.rows(of: "toys", ids: ["b"]).map(\.values) == [["name": "Max"]])
        var seen: [String] = []
        for await change in changes {
            if case .updated(let stored) = change { seen.append(stored.record.name) }
            if seen == ["Bo"] { break }
        }
        let entry = try #require(await renamed.history(matching: HistorySelection(id: "a"), limit: 1).first)
        #expect(entry.before == ["title": "Rex"] && entry.after == ["title": "Bo"])
        try await renamed.undo(entry.change)
        #expect(try await old.record("a")?.record.name == "Rex")
        try await renamed.remove([ChosenRecord(id: "a")])
        let removal = try #require(await old.history(matching: HistorySelection(id: "a"), limit: 1).first)
        try await old.undo(removal.change)
        #expect(try await renamed.record("a")?.record == Renamed(id: "a", title: "Rex", note: "soft"))
    }

    @Test func `A search, an order and its pages use the newer name`() async throws {
        let store = MemoryRecordStore()
        let renamed = RecordCollection<Renamed>(store: store)
        for name in ["c", "a", "b", "cat"] { _ = try await renamed.insert(Renamed(id: name, title: name)) }
        let query = try RecordQuery(RecordIndex(Renamed.self), order: "title", isDescending: true)
        let first = try await renamed.page(matching: query, after: nil, limit: 3)
        #expect(first.records.map(\.id) == ["cat", "c", "b"])
        #expect(try await renamed.page(matching: query, after: first.next, limit: 3).records.map(\.id) == ["a"])
        let search = try RecordQuery(RecordIndex(Renamed.self), search: "c", filters: ["title": ["cat"]])
        #expect(try await renamed.page(matching: search, after: nil, limit: 3).records.map(\.id) == ["cat"])
        #expect(try await renamed.count(matching: search)?.count == 1)
        // Both versions use the same index, so that none builds it again.
        let other = try RecordQuery(RecordIndex(Renamed.self), order: "note")
        await #expect(throws: StorageError.self) {
            try await renamed.page(matching: other, after: first.next, limit: 3)
        }
    }
}
