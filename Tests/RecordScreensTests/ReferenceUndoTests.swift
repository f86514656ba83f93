import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of taking back a change of other records from the page of those that they belong to.
@Suite(.timeLimit(.minutes(5))) struct ReferenceUndoTests {
    let host: TeamHost
    let kim = Person(id: "kim", name: "Kim")

    init() throws { host = try TeamHost(store: MemoryRecordStore()) }

    private func withFeature(
        _ id: String, _ options: [String: FieldValue] = [:], _ body: (Session) async throws -> Void
    ) async throws {
        try await withSession(of: try host.registry.feature(id), options: options) { session in
            try await session.start()
            _ = try await session.settled()
            try await body(session)
        }
    }

    @Test(arguments: [[:], ["id": "1"]] as [[String: FieldValue]])
    func `The answer names the record that was taken back and offers to bring it back`(
        place: [String: FieldValue]
    ) async throws {
        try await withFeature("task", place) { tasks in
            var added: Int?
            try await withFeature("note") { notes in
                added = try await notes.perform("add", ["text": "Twice", "task": "1"], as: kim).change
            }
            let undone = try await tasks.perform("undo", ["change": .integer(try #require(added))], as: kim)
            #expect(undone.notices.map(\.text) == [#""Twice" was removed again."#])
            let button = try #require(undone.notices.first?.button)
            #expect(button.title == "Redo")
            let again = try await tasks.perform(button.action, button.arguments, as: kim)
            #expect(again.notices.map(\.text) == [#""Twice" is back."#])
        }
    }
}
