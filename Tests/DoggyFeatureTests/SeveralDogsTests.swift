import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of releasing several dogs at once.
@Suite(.timeLimit(.minutes(5))) struct SeveralDogsTests {
    private let store = MemoryRecordStore()
    private let keeper = Person(id: "kim", name: "Kim", roles: .some(["keeper"]))
    private let guest = Person(id: "lee", name: "Lee")
    private let all = ["Alfred Labrador", "Vinny Doberman", "Lucky Labrador"]

    private func withDogs(_ body: (Session) async throws -> Void) async throws {
        let feature = DoggyFeature(resources: RecordResources(store: { [store] in store }, files: NoFiles()))
        try await withSession(of: feature) { session in
            try await session.start()
            _ = try await session.settled()
            try await body(session)
        }
    }

    private func titles(_ frame: Frame) -> [String] { frame.screen.lists.first?.rows.map(\.title) ?? [] }

    private func ids(_ ids: String...) -> [String: FieldValue] {
        ["ids": .texts(ids), "revisions": .texts(ids)]
    }

    @Test func `Two dogs are released by one change, and one undo brings both back to their places`() async throws {
        try await withDogs { session in
            let answer = try await session.perform("release", ids("1", "3"), as: keeper)
            #expect(titles(answer.frame) == [all[1]])
            let change = try #require(answer.change)
            let undone = try await session.perform("undo", ["change": .integer(change)], as: keeper)
            #expect(titles(undone.frame) == all)
            #expect(undone.notices.map(\.text) == ["\"Lucky\" and \"Alfred\" are back."])
        }
    }

    @Test func `If a dog has changed or gone, no dog is released, and a button releases the others`() async throws {
        try await withDogs { session in
            _ = try await session.perform("birthday", ["id": "2"], as: guest)
            let refusal = try await #require(throws: InputRefused.self) {
                _ = try await session.perform("release", ids("1", "2", "3"), as: keeper)
            }
            #expect(
                refusal.fields == [
                    "ids": "\"Vinny\" has been changed or removed since you loaded the list; nothing was done"
                ])
            #expect(titles(await session.frame) == all)
            let notice = try #require(await session.takeNotices().first)
            #expect(notice.text == "The other dogs have not changed.")
            let button = try #require(notice.button)
            #expect(button.title == "Release the other 2" && button.arguments == ids("1", "3"))
            let answer = try await session.perform(button.action, button.arguments, as: keeper)
            #expect(titles(answer.frame) == [all[1]])
        }
    }

    @Test(
        arguments: [
            ([:], ["id": "expected the key of a record, or several as 'ids'"]),
            (["id": "1", "ids": .texts(["2"])], ["ids": "expected either 'id' or 'ids', got both"]),
            (["id": "1", "revisions": .texts(["1"])], ["revisions": "expected 'revision' beside 'id'"]),
            (["ids": .texts(["1"]), "revision": 1], ["revision": "expected 'revisions' beside 'ids'"]),
            (
                ["ids": .texts(["1", "2"]), "revisions": .texts(["1"])],
                ["revisions": "expected one whole number or empty text for each key in 'ids'"]
            ),
            (
                ["ids": .texts(["1"]), "revisions": .texts(["one"])],
                ["revisions": "expected one whole number or empty text for each key in 'ids'"]
            ),
            (
                ["ids": .texts(["1", "1"])],
                ["ids": "expected 1 to 1000 different texts of 1 to 200 characters, got \"1\" twice"]
            ),
        ] as [([String: FieldValue], [String: String])])
    func `A call names one dog or several`(_ arguments: [String: FieldValue], _ faults: [String: String]) async throws {
        try await withDogs { session in
            let refusal = try await #require(throws: InputRefused.self) {
                _ = try await session.perform("release", arguments, as: keeper)
            }
            #expect(refusal.fields == faults)
            #expect(titles(await session.frame) == all)
        }
    }

    @Test func `A person without the right releases none of several dogs`() async throws {
        try await withDogs { session in
            await #expect(throws: FeatureError.self) {
                _ = try await session.perform("release", ids("1", "2"), as: guest)
            }
            #expect(titles(await session.frame) == all)
        }
    }
}
