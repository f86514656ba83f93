import FeatureKit
import FeatureStorage
import RecordFiles
import Synchronization
import Testing

/// Tests of files with the older name of a field.
@Suite(.timeLimit(.minutes(5))) struct FormerNameTests {
    private struct Chore: Record {
        static let fields: [any FieldDeclaration] = [Field<Int?>("priority", "Priority").formerly("rank")]
        static let sample: [Chore] = []
        var id: String
        var priority: Int?
    }

    @Test(arguments: [
        ("csv", "id,rank\na,5\n"), ("csv", "id,priority,rank\na,5,7\n"), ("json", #"[{"id":"a","rank":5}]"#),
    ])
    func `A file with the older name is imported, and exports have the newer one`(
        format: String, text: String
    ) async throws {
        let folder = try TemporaryFolder()
        let (store, files) = (MemoryRecordStore(), RecordFiles())
        #expect(try await files.open(folder.write(text, to: "chores.\(format)"), of: Chore.self).load(into: store) == 1)
        #expect(try await store.rows(of: Chore.collection, ids: ["a"]).map(\.values) == [["rank": 5]])
        let bytes = Mutex<[UInt8]>([])
        try await files.write(Chore.self, in: store, as: .csv) { new in bytes.withLock { $0 += new } }
        #expect(
            String(decoding: bytes.withLock(\.self), as: UTF8.self).split(whereSeparator: \.isNewline) == [
                "id,priority", "a,5",
            ])
    }

    @Test func `Two fields of one name are refused`() {
        struct Twice: Record {
            static let fields: [any FieldDeclaration] = [
                Field<Int?>("rank", "Rank"), Field<Int?>("priority", "Priority").formerly("rank"),
            ]
            static let sample: [Twice] = []
            var id: String
            var rank: Int?
            var priority: Int?
        }
        #expect(throws: FeatureError.self) { try RecordFiles().open("/none.csv", of: Twice.self) }
    }
}
