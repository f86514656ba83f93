import FeatureKit
import FeatureStorage
import Testing

/// Tests the notice that offers to act on those of several records that have not changed.
@Suite(.timeLimit(.minutes(5))) struct OfferedRestTests {
    private static let code = Field<Secret>("code", "Code", length: 1...20)
    private static let reason = Field<String>("reason", "Reason")
    private static let free = Action("free", "Free", effect: .removes, fields: RecordFields.rows + [code, reason])
    private static let manifest = FeatureManifest(id: "pets", title: "Pets", summary: "", actions: free)

    @Test func `the button acts on the others with the values of the call, but without its secrets`() async throws {
        let store = RecordCollection<Pet>(store: MemoryRecordStore())
        for id in ["a", "b", "c"] { _ = try await store.insert(Pet(id: id)) }
        let presenter = PetPresenter(store)
        await presenter.load()
        let chosen = presenter.shown.map { ChosenRecord(id: $0.id, revision: $0.revision) }
        let newer = try await store.change("b", seen: nil) { $0.n = 5 }
        let call = RunningAction(
            "free", of: Self.manifest, by: nil,
            arguments: ["ids": .texts(["a", "b", "c"]), "code": "1234", "reason": "age"])
        await RunningAction.$current.withValue(call) {
            await #expect(throws: InputRefused.self) { try await presenter.records.remove(chosen) }
        }
        #expect(presenter.shown.contains(newer) && presenter.shown.count == 3)
        let button = try #require(presenter.notices.last?.button)
        let revisions = chosen.filter { $0.id != "b" }.compactMap(\.revision).map { "\($0)" }
        #expect(
            button.arguments == ["ids": .texts(["a", "c"]), "revisions": .texts(revisions), "reason": "age"])
    }
}
