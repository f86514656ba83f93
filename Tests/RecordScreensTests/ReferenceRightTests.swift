import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// A reply to a note.
private struct Reply: Record {
    static let text = Field<String>("text", "Text", length: 1...40)
    static let note = Field<Ref>("note", "Note", to: "note", onDelete: .cascade)
    static let fields: [any FieldDeclaration] = [text, note]
    static let sample = [Reply(id: "1", text: "I have it", note: Ref("1"))]

    var id: String
    var text: String
    var note: Ref
}

/// Tests of the rights that a removal needs to the records that it removes in several steps.
@Suite(.timeLimit(.minutes(5))) struct ReferenceRightTests {
    private let store = MemoryRecordStore()
    private let kim = Person(id: "kim", name: "Kim", roles: .some([]))
    private let editor = Person(id: "lee", name: "Lee", roles: .some(["editor"]))

    private func removing(_ body: (Session) async throws -> Void) async throws {
        let resources = RecordResources(store: { [store] in store }, files: NoFiles())
        let teams = ListFeature<Team>("team", resources) { id, input in Team(id: id, name: try input[Team.name]) }
        let tasks = ListFeature<Task>("task", resources) { id, input in Task(id: id, title: try input[Task.title]) }
        let notes = ListFeature<Note>("note", resources) { id, input in
            Note(id: id, text: try input[Note.text], task: try input[Note.task])
        }
        let replies = ListFeature<Reply>("reply", resources, for: .role("editor")) { id, input in
            Reply(id: id, text: try input[Reply.text], note: try input[Reply.note])
        }
        let registry = try FeatureRegistry([teams, tasks, notes, replies]).sharing(resources)
        try await withSession(of: try registry.feature("task")) { session in
            try await session.start()
            _ = try await session.settled()
            try await body(session)
        }
    }

    @Test func `A removal needs the right to the records of every step that it leads to`() async throws {
        try await removing { session in
            let error = await #expect(throws: FeatureError.self) {
                _ = try await session.perform("remove", ["ids": .texts(["1"])], as: kim)
            }
            #expect(error?.code == .forbidden)
            #expect(error?.message == "You may not change Replys, and some of them name what you are removing.")
            #expect(try await store.count(of: "Note", matching: nil).count == 1)
            // Nothing names this one.
            _ = try await session.perform("remove", ["ids": .texts(["2"])], as: kim)
            _ = try await session.perform("remove", ["ids": .texts(["1"])], as: editor)
            for collection in ["Task", "Note", "Reply"] {
                #expect(try await store.count(of: collection, matching: nil).count == 0)
            }
        }
    }
}
