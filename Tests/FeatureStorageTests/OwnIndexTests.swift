import FeatureKit
import FeatureStorage
import Testing

/// Counts and pages by an index of a feature's own, written as the author of a feature writes them.
@Suite(.timeLimit(.minutes(5))) struct OwnIndexTests {
    /// A second type of records beside those that a feature lists.
    struct Walk: Record {
        static let sample: [Walk] = []
        static let fields: [any FieldDeclaration] = [
            Field<String>("dog", "Dog", length: 1...40), Field<Int>("minutes", "Minutes", range: 1...600),
        ]
        var id: String
        var dog: String
        var minutes: Int
    }

    private func walks() async throws -> RecordCollection<Walk> {
        let walks = RecordCollection<Walk>(store: MemoryRecordStore())
        for (id, dog, minutes) in [("1", "Rex", 30), ("2", "Bella", 5), ("3", "Rex", 10)] {
            _ = try await walks.insert(Walk(id: id, dog: dog, minutes: minutes))
        }
        return walks
    }

    @Test func `a feature counts records by an index of its own`() async throws {
        let walks = try await walks()
        let ofRex = try RecordQuery(RecordIndex(Walk.self), search: "rex")
        #expect(try await walks.count(matching: ofRex) == RecordCount(2))
        let ofTen = try RecordQuery(RecordIndex(Walk.self, searching: [Field<Int>("minutes", "Minutes")]), search: "10")
        #expect(try await walks.count(matching: ofTen) == RecordCount(1))
    }

    @Test func `a feature pages through a second type of records in an order of its own`() async throws {
        let query = try RecordQuery(RecordIndex(Walk.self), order: "minutes", isDescending: true)
        let page = try await walks().page(matching: query, after: nil, limit: 2)
        #expect(page.records.map(\.record.minutes) == [30, 10])
    }
}
