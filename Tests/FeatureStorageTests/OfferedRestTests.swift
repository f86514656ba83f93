import FeatureKit
import FeatureStorage
import Testing

/// Tests the notice that offers to act on those of several records that have not changed.
@Suite(.timeLimit(.minutes(5))) struct OfferedRestTests {
    private static let code = Field<Secret>("code", "Code", length: 1...20)
    private static let reason = Field<String>("reason", "Reason")
    private static let free = Action("free", "Free", effect: .removes, fields: RecordFields.rows + [code, reason])
    private static let manifest = FeatureManifest(id: "pets", title: "Pets", summary: "", actions: free)

    /// Returns what a presenter reports when one of three pets has changed since a call chose them.
    private func offer(
        of arguments: [String: FieldValue], emptied: Set<String> = []
    ) async throws -> (notices: [Notice], chosen: [ChosenRecord]) {
        let store = RecordCollection<Pet>(store: MemoryRecordStore())
        for id in ["a", "b", "c"] { _ = try await store.insert(Pet(id: id)) }
        let presenter = PetPresenter(store)
        await presenter.load()
        let chosen = presenter.shown.map { ChosenRecord(id: $0.id, revision: $0.revision) }
        let newer = try await store.change("b", seen: nil) { $0.n = 5 }
        let arguments = arguments.merging(["ids": .texts(["a", "b", "c"])]) { $1 }
        let call = RunningAction(Call("free", arguments, emptied: emptied), of: Self.manifest, by: nil)
        await RunningAction.$current.withValue(call) {
            await #expect(throws: InputRefused.self) { try await presenter.records.remove(chosen) }
        }
        #expect(presenter.shown.contains(newer) && presenter.shown.count == 3)
        return (presenter.notices, chosen)
    }

    @Test func `The button acts on the others with the values of the call, asks first, and has no secrets`()
        async throws
    {
        let (notices, chosen) = try await offer(of: ["code": "1234", "reason": "age"])
        let button = try #require(notices.last?.button)
        let revisions = chosen.filter { $0.id != "b" }.compactMap(\.revision).map { "\($0)" }
        #expect(
            button.arguments == ["ids": .texts(["a", "c"]), "revisions": .texts(revisions), "reason": "age"])
        #expect(button.role == .destructive)
    }

    @Test func `A call that empties a field offers no button, which could not empty it`() async throws {
        #expect(try await offer(of: [:], emptied: ["reason"]).notices.isEmpty)
    }

    @Test func `A service of single changes changes none of several if one is stale`() async throws {
        let store = RecordCollection<Pet>(store: MemoryRecordStore())
        for id in ["a", "b", "c"] { _ = try await store.insert(Pet(id: id)) }
        let service = SingleChanges(store: store)
        let stale = [ChosenRecord(id: "a"), ChosenRecord(id: "b"), ChosenRecord(id: "c", revision: 999)]
        let refusal = await #expect(throws: StaleRecords<Pet>.self) { try await service.remove(stale) }
        #expect(refusal?.records.map(\.id) == ["c"])
        await #expect(throws: StaleRecords<Pet>.self) { _ = try await service.change(stale) { $0.n = 1 } }
        #expect(try await store.page(after: nil, limit: 9).records.map(\.record.n) == [0, 0, 0])
    }
}

/// A service that has methods for single records only.
private struct SingleChanges: RecordService {
    let store: RecordCollection<Pet>

    func page(after cursor: RecordCursor?, limit: Int) async throws -> RecordPage<Pet> {
        try await store.page(after: cursor, limit: limit)
    }
    func insert(_ record: Pet) async throws -> Stored<Pet> { try await store.insert(record) }
    func change(_ id: String, seen revision: Int64?, _ edit: (inout Pet) throws -> Void) async throws -> Stored<Pet> {
        try await store.change(id, seen: revision, edit)
    }
    func remove(_ id: String, seen revision: Int64?) async throws { try await store.remove(id, seen: revision) }
    func changes() -> RecordChanges<Pet>? { nil }
    func makeID() -> String { "x" }
}
