import FeatureKit
import FeatureStorage
import FeatureTesting
import HouseFeature
import Testing

/// Tests with stored houses that several sessions share.
@Suite(.timeLimit(.minutes(5))) struct HouseStoreTests {
    let store = MemoryRecordStore()
    var feature: HouseFeature {
        HouseFeature(resources: RecordResources(store: { [store] in store }, files: NoFiles()))
    }

    private func session() async throws -> Session {
        let session = try await Session(feature)
        try await session.start()
        _ = try await session.settled()
        return session
    }

    private func rows(_ screen: Screen) -> [Row] {
        screen.lists.first?.rows ?? []
    }

    @Test func `a new house appears last, keeps its position when edited, and can be removed`() async throws {
        let session = try await session()
        let tully: [String: FieldValue] = ["name": "House Tully", "motto": "Family", "sigil": "Trout"]
        let founded = rows(try await session.perform("found", tully).frame.screen)
        #expect(founded.map(\.title).last == "House Tully" && founded.count == 4)
        let words: [String: FieldValue] = ["id": "2", "name": "House Stark", "motto": "The North", "sigil": "Wolf"]
        let edited = rows(try await session.perform("edit", words).frame.screen)
        #expect(edited[1].detail == "The North" && edited.count == 4)
        let removed = rows(try await session.perform("remove", ["id": "2"], as: .systemUser).frame.screen)
        #expect(removed.map(\.title) == ["House Targaryen", "House Lannister", "House Tully"])
        await session.close()
    }

    @Test(arguments: ["House Stark", "house  stark ", "HOUSE STARK"])
    func `a house with the name of another house is refused, regardless of case and spaces`(name: String) async throws {
        let session = try await session()
        let before = await session.frame.screen
        let message = "another house is called \"\(name)\"; choose another name"
        let stark: [String: FieldValue] = ["name": .text(name), "motto": "", "sigil": ""]
        let founding = await #expect(throws: InputRefused.self) { try await session.perform("found", stark) }
        #expect(founding?.fields == ["name": message])
        let renaming = await #expect(throws: InputRefused.self) {
            try await session.perform("edit", stark.merging(["id": "1"]) { $1 })
        }
        #expect(renaming?.fields == ["name": message])
        #expect(await session.frame.screen == before)
        await session.close()
    }

    @Test func `an edit may keep the name of the house`() async throws {
        let session = try await session()
        let words: [String: FieldValue] = ["id": "2", "name": "HOUSE STARK", "motto": "", "sigil": ""]
        #expect(rows(try await session.perform("edit", words).frame.screen)[1].title == "HOUSE STARK")
        await session.close()
    }

    @Test func `the second of two concurrent edits is refused, and its session shows the first edit`() async throws {
        let (one, other) = try await (session(), session())
        let seen = rows(await one.frame.screen)[1].buttons[0].arguments
        let edit: [String: FieldValue] = ["name": "House Stark", "motto": "First", "sigil": "Wolf"]
        _ = try await other.perform("edit", edit.merging(seen) { $1 })
        let late = edit.merging(["motto": "Second"]) { $1 }.merging(seen) { $1 }
        let error = await #expect(throws: InputRefused.self) { try await one.perform("edit", late) }
        #expect(
            error?.fields == ["id": "the record has changed since you loaded it; check its new values and try again"])
        #expect(rows(await one.frame.screen)[1].detail == "First")
        await one.close()
        await other.close()
    }
}
