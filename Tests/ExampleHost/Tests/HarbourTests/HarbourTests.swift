import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Reads more than the listed records, as the author of a feature in another package does.
@Suite(.timeLimit(.minutes(5))) struct HarbourTests {
    private let store = StubStore()
    private let resources: RecordResources

    init() { resources = RecordResources(store: { [store] in store }, files: NoFiles()) }

    private func texts(_ screen: Screen) -> [String] {
        screen.elements.compactMap { if case .text(let text) = $0 { text.text } else { nil } }
    }

    private func names(_ harbour: Scenario) -> [String]? {
        for case .list(let list) in harbour.screen.elements { return list.rows.map(\.title) }
        return nil
    }

    @Test func `a feature counts records of a second type by an index of its own`() async throws {
        let trips = try resources.storedRecords(of: Trip.self)
        let ofAlbatross = try RecordQuery(RecordIndex(Trip.self), search: "albatross")
        #expect(try await trips.count(matching: ofAlbatross) == RecordCount(2))
        let ofTen = try RecordQuery(RecordIndex(Trip.self, searching: [Trip.minutes]), search: "10")
        #expect(try await trips.count(matching: ofTen) == RecordCount(1))
    }

    @Test func `a feature pages through a second type of records in an order of its own`() async throws {
        let query = try RecordQuery(RecordIndex(Trip.self), order: "minutes", isDescending: true)
        let page = try await resources.storedRecords(of: Trip.self).page(matching: query, after: nil, limit: 2)
        #expect(page.records.map(\.record.minutes) == [30, 10] && page.next != nil)
    }

    @Test(arguments: ["stored", "empty"])
    func `work that begins beside a list shows its part, and follows changes`(source: String) async throws {
        try await withScenario(of: HarbourFeature(resources: resources), options: ["source": .text(source)]) {
            harbour in
            try await harbour.start()
            await harbour.skipToSettled()
            #expect(texts(harbour.screen) == ["2 trips at night"])
            #expect(names(harbour) == (source == "stored" ? ["Albatross", "Brigitte"] : []))
            let trips = try resources.storedRecords(of: Trip.self)
            _ = try await trips.insert(Trip(id: "4", boat: "Brigitte", minutes: 9, isNight: true))
            await harbour.skipFrames { texts($0) == ["3 trips at night"] }
        }
    }

    @Test func `work beside a list does not wait for the list, and neither fails the other`() async throws {
        store.reads.answers { if $0 == .page(Boat.collection) { throw StorageError(.unavailable, "no boats today") } }
        try await withScenario(of: HarbourFeature(resources: resources)) { harbour in
            try await harbour.start()
            await harbour.skipToSettled()
            #expect(harbour.screen.phase.isFailed && texts(harbour.screen) == ["2 trips at night"])
        }
        store.reads.answers { if $0 == .count(Trip.collection) { throw StorageError(.unavailable, "no trips today") } }
        try await withScenario(of: HarbourFeature(resources: resources)) { harbour in
            try await harbour.start()
            await harbour.skipToSettled()
            #expect(harbour.screen.phase == .ready && names(harbour)?.count == 2)
            await harbour.expectNotice("no trips today", tone: .critical)
        }
    }

    @Test func `a presenter is tested with the input of an action`() async throws {
        let boats = try resources.storedRecords(of: Boat.self)
        let presenter = HarbourPresenter(boats, trips: try resources.storedRecords(of: Trip.self))
        try await presenter.rename(Input(["id": "2", "name": "Bertha"], of: HarbourFeature.rename))
        #expect(try await boats.record("2")?.record.name == "Bertha")
        #expect(throws: InputRefused.self) { try Input(["id": "2", "name": ""], of: HarbourFeature.rename) }
    }
}
