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

    @Test func `a user of the Grid needs a first and a last name`() async throws {
        let grid = try await session("grid")
        let added = rows(try await grid.perform("add", ["name": " Mary  Ann Jones ", "age": 27]).frame.screen)
        #expect(added.last?.title == "Mary Ann Jones")
        #expect(added.last?.values == ["firstName": "Mary Ann", "lastName": "Jones", "age": 27])
        let error = await #expect(throws: InputRefused.self) {
            try await grid.perform("add", ["name": "Tron", "age": 5, "country": "Grid"])
        }
        #expect(
            error?.fields == [
                "name": "expected a first and a last name, got \"Tron\"",
                "country": "only users of Seoul have this; leave it empty",
            ])
        await grid.close()
    }

    @Test func `editing a user of Seoul keeps the details that the edit leaves out`() async throws {
        let seoul = try await session("seoul")
        let edited = rows(try await seoul.perform("edit", ["id": "1", "name": "Kim", "age": 16]).frame.screen)
        #expect(edited[0].detail == "16 years")
        #expect(
            edited[0].values == ["uid": "1", "name": "Kim", "age": 16, "number": "111-1111-1111", "country": "Korea"])
        let added = rows(try await seoul.perform("add", ["name": "Choi", "age": 30, "country": "Korea"]).frame.screen)
        #expect(added.last?.title == "Mr. Choi")
        await seoul.close()
    }

    @Test(arguments: ["grid", "seoul"] as [FieldValue])
    func `an edit that lowers the age is refused`(roster: FieldValue) async throws {
        let session = try await session(roster)
        let before = await session.frame.screen
        let error = await #expect(throws: InputRefused.self) {
            try await session.perform("edit", ["id": "1", "name": "Somebody Else", "age": 1])
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
