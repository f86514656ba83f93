import FeatureKit
import FeatureStorage
import FeatureTesting
import Synchronization
import Testing

/// Tests how much the undo of a change reads.
@Suite(.timeLimit(.minutes(5))) struct UndoReadTests {
    @Test(arguments: [false, true])
    func `The undo of a removal of many records reads the history a few times`(hasNewer: Bool) async throws {
        let store = HistoryCounter()
        let pets = RecordCollection<Pet>(store: store)
        let chosen = (1...200).map { ChosenRecord(id: "\($0)") }
        for each in chosen { _ = try await pets.insert(Pet(id: each.id)) }
        try await pets.remove(chosen)
        let removal = try #require(await pets.history(matching: HistorySelection(), limit: 1).first)
        if hasNewer { for number in 1...9 { _ = try await pets.insert(Pet(id: "new \(number)")) } }
        let count = store.count
        #expect(try await pets.undo(removal.change).returned.count == 200)
        #expect(store.count - count <= 3)
        // The last entry of each record decides, so the same removal does not bring it back again.
        try await pets.remove([ChosenRecord(id: "7"), ChosenRecord(id: "8")])
        await #expect(throws: UndoRefused.self) { try await pets.undo(removal.change) }
    }
}

private final class HistoryCounter: ForwardingStore {
    let base: any RecordStore = MemoryRecordStore()
    private let reads = Atomic(0)

    var count: Int { reads.load(ordering: .relaxed) }

    func history(
        of collection: String, matching selection: HistorySelection, limit: Int
    ) async throws -> [HistoryEntry] {
        reads.add(1, ordering: .relaxed)
        return try await base.history(of: collection, matching: selection, limit: limit)
    }
}
