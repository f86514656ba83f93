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
}
