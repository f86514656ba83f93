import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// A job, which named a team in an earlier version.
private struct Job: Record {
    static let title = Field<String>("title", "Title", length: 1...40)
    static let fields: [any FieldDeclaration] = [title]
    static let formerReferences = ["assignee"]
    static let sample: [Job] = []

    var id: String
    var title: String
}

@Suite(.timeLimit(.minutes(5))) struct FormerReferenceTests {
    @Test func `A type says that a field is no reference any more, and the records that it named can be removed`()
        async throws
    {
        let store = MemoryRecordStore()
        try await store.write([.insert(RowInsert(id: "1", values: [:]))], to: "Team")
        try await store.declare(
            CollectionDeclaration(references: [.init("assignee", to: "Team", onDelete: .refuse)]), of: "Job")
        try await store.write([.insert(RowInsert(id: "1", values: ["title": "Dig", "assignee": "1"]))], to: "Job")
        await #expect(throws: StorageError.self) {
            try await store.write([.delete(id: "1", expecting: 1)], to: "Team")
        }
        let resources = RecordResources(store: { store }, files: NoFiles())
        let jobs = ListFeature<Job>("job", resources) { id, input in Job(id: id, title: try input[Job.title]) }
        let registry = try FeatureRegistry([jobs]).sharing(resources)
        try await withSession(of: try registry.feature("job")) { session in
            try await session.start()
            _ = try await session.settled()
            _ = try await session.perform("add", ["title": "Paint"])
        }
        #expect(try await store.declarations()["Job"]?.references == [])
        try await store.write([.delete(id: "1", expecting: 1)], to: "Team")
    }
}
