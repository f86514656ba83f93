import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing
import UserFeature

/// Tests with stored users that several sessions share.
@Suite(.timeLimit(.minutes(5))) struct UserStoreTests {
    let store = MemoryRecordStore()
    var feature: UserFeature {
        UserFeature(resources: RecordResources(store: { [store] in store }, files: NoFiles()))
    }

    private func session(_ roster: FieldValue) async throws -> Session {
        let session = try await Session(feature, options: ["roster": roster])
        try await session.start()
        _ = try await session.settled()
        return session
    }

    private func rows(_ screen: Screen) -> [Row] {
        screen.lists.first?.rows ?? []
    }

    @Test func `each roster has the fields of its users`() async throws {
        let (grid, seoul) = try await (session("grid"), session("seoul"))
        let jones: [String: FieldValue] = ["firstName": "Mary Ann", "lastName": "Jones", "age": 27]
        let added = try await grid.perform("add", jones).frame.screen
        #expect(rows(added).last?.title == "Mary Ann Jones" && rows(added).last?.values == jones)
        #expect(added.buttons.map(\.action) == ["add", "refresh", "undo", "visit"])
        let choi: [String: FieldValue] = ["name": "Choi", "age": 30, "country": "Korea"]
        let other = try await seoul.perform("add-seoul", choi).frame.screen
        #expect(rows(other).last?.title == "Mr. Choi")
        #expect(other.buttons.map(\.action) == ["add-seoul", "refresh", "undo", "visit"])
        await #expect(
            throws: FeatureError(.disabled, "this launch shows the roster seoul; use 'add-seoul' or 'edit-seoul'")
        ) {
            try await seoul.perform("add", jones)
        }
        await grid.close()
        await seoul.close()
    }

    @Test func `editing a user of Seoul keeps the details that the edit leaves out`() async throws {
        let seoul = try await session("seoul")
        let edited = rows(try await seoul.perform("edit-seoul", ["id": "1", "name": "Kim", "age": 16]).frame.screen)
        #expect(edited[0].detail == "16 years")
        #expect(
            edited[0].values == ["uid": "1", "name": "Kim", "age": 16, "number": "111-1111-1111", "country": "Korea"])
        await seoul.close()
    }

    @Test(
        arguments: [
            ("grid", "edit", ["firstName": "Somebody", "lastName": "Else"]),
            ("seoul", "edit-seoul", ["name": "Somebody Else"]),
        ] as [(FieldValue, String, [String: FieldValue])])
    func `an edit that lowers the age is refused`(roster: FieldValue, action: String, name: [String: FieldValue])
        async throws
    {
        let session = try await session(roster)
        let before = await session.frame.screen
        let error = await #expect(throws: InputRefused.self) {
            try await session.perform(action, name.merging(["id": "1", "age": 1]) { $1 })
        }
        #expect(error?.fields["age"]?.hasSuffix(", got 1: nobody grows younger") == true)
        #expect(await session.frame.screen == before)
        await session.close()
    }

    @Test func `a removed user disappears from its own roster only`() async throws {
        let (grid, seoul) = try await (session("grid"), session("seoul"))
        let removed = rows(try await grid.perform("remove", ["id": "1"]).frame.screen)
        #expect(removed.map(\.title) == ["Alan Bradley", "Ed Dilinger"])
        #expect(rows(await seoul.frame.screen).count == 3)
        await grid.close()
        await seoul.close()
    }
}
