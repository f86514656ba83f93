import DoggyFeature
import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of the size of the patches that a remote viewer receives.
@Suite(.timeLimit(.minutes(5))) struct DoggyPatchTests {
    let feature = DoggyFeature(
        resources: RecordResources(store: { [store = MemoryRecordStore()] in store }, files: NoFiles()))

    private func rows(_ frame: Frame) -> [Row] {
        frame.screen.lists.first?.rows ?? []
    }

    @Test func `the patch of an adoption, a birthday or a release has at most 200 bytes`() async throws {
        try await withSession(of: feature) { session in
            try await session.start()
            let start = try await session.settled()
            let adopted = try await session.perform("adopt", ["name": "Rex", "breed": "Bulldog", "age": 2]).frame
            let rex = try #require(rows(adopted).last)
            #expect(rex.title == "Rex Bulldog")
            let older = try await session.perform("birthday", ["id": .text(rex.id)]).frame
            let released = try await session.perform("release", ["id": .text(rex.id)], as: .systemUser).frame
            for (old, new) in [(start, adopted), (adopted, older), (older, released)] {
                let patch = try #require(ScreenPatch(from: old, to: new))
                #expect(patch.json.count <= 200, "\(String(decoding: patch.json, as: UTF8.self))")
                #expect(try old.applying(patch) == new)
            }
        }
    }
}
