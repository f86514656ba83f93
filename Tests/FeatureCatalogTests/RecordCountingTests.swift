import FeatureCatalog
import FeatureKit
import FeatureStorage
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecordCountingTests {
    @Test func `The number of records follows the store, and an empty collection has none`() async throws {
        let database = Database("memory")
        let feature = try FeatureCatalog.registry(database: database).feature("doggy")
        let (keeping, store) = (try #require(feature as? any RecordKeeping), try database.store())
        #expect(try await keeping.recordCount(in: store) == nil)
        let session = try await Session(feature)
        try await session.start()
        let count = try await session.settled().screen.lists.first?.rows.count
        #expect(try await keeping.recordCount(in: store) == count)
        let rex: [String: FieldValue] = ["name": "Rex", "breed": "Bulldog", "age": 3]
        _ = try await session.perform("adopt", rex)
        #expect(try await keeping.recordCount(in: store) == count.map { $0 + 1 })
    }
}
