import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

/// Tests of taking back changes in a scene with several lists.
@Suite(.timeLimit(.minutes(5))) struct TwoListsTests {
    @Test func `A change of two collections is taken back in both`() async throws {
        try await withPens { session, store in
            let answer = try await session.perform("pen", ["id": "a"])
            #expect(try await counts(store) == [1, 1])
            let change = try #require(answer.change)
            let undone = try await session.perform("undo", ["change": .integer(change)])
            #expect(try await counts(store) == [0, 0])
            #expect(undone.notices.map(\.text) == ["The record was removed again. \"Pen\" was removed again."])
            _ = try await session.perform("undo", ["change": .integer(try #require(undone.change))])
            #expect(try await counts(store) == [1, 1])
        }
    }

    @Test func `If a later change prevents a part of a change, nothing is taken back, and the rest is offered`()
        async throws
    {
        try await withPens { session, store in
            let answer = try await session.perform("pen", ["id": "a"])
            let pens = RecordCollection<Pen>(store: store)
            _ = try await pens.change("a", seen: nil) { $0.name = "Fold" }
            await #expect(throws: InputRefused.self) {
                try await session.perform("undo", ["change": .integer(try #require(answer.change))])
            }
            #expect(try await counts(store) == [1, 1])
            let offer = try #require(await session.takeNotices().last?.button)
            #expect(offer.title == "Undo the other one")
            let undone = try await session.perform(offer.action, offer.arguments)
            #expect(undone.notices.map(\.text) == ["The record was removed again."])
            #expect(try await counts(store) == [0, 1])
            await #expect(throws: InputRefused.self) { try await session.perform(offer.action, offer.arguments) }
        }
    }

    @Test func `Two lists of one collection take back a change once`() async throws {
        try await withPens(isTwice: true) { session, store in
            let answer = try await session.perform("pen", ["id": "a"])
            _ = try await session.perform("undo", ["change": .integer(try #require(answer.change))])
            #expect(try await counts(store) == [0, 1])
        }
    }

    private func counts(_ store: any RecordStore) async throws -> [Int] {
        var counts: [Int] = []
        for collection in [Pet.collection, Pen.collection] {
            counts.append(try await store.page(of: collection, after: nil, limit: 9).rows.count)
        }
        return counts
    }

    private func withPens(
        isTwice: Bool = false, _ body: (Session, any RecordStore) async throws -> Void
    ) async throws {
        let store = MemoryRecordStore()
        try await withSession(of: PenFeature(store: store, isTwice: isTwice)) { session in
            try await session.start()
            _ = try await session.settled()
            try await body(session, store)
        }
    }
}

private struct Pen: Record {
    static let fields: [any FieldDeclaration] = [Field<String>("name", "Name")]
    static let sample: [Pen] = []
    var id: String
    var name: String
}

private final class PenPresenter: ListPresenter {
    let records: LiveRecords<Pen>

    private let stage: Stage

    init(_ service: some RecordService<Pen>, on stage: Stage) {
        (records, self.stage) = (LiveRecords(service, named: "pens"), stage)
        records.report(to: self, by: PenPresenter.show)
    }

    private func show(_ event: LiveRecords<Pen>.Event) {
        if case .notice(let notice) = event { stage.announce(notice) }
    }
}

/// A feature with two lists, whose action `pen` adds a pet and a pen.
private struct PenFeature: Feature {
    static let add = Action("pen", "Pen", effect: .adds, fields: RecordFields.id)
    static let remove = Action("remove", "Remove", effect: .removes, fields: RecordFields.id)
    static let more = [Action("more", "More"), Action("more-beside", "More")]
    let store: MemoryRecordStore
    let isTwice: Bool
    static let manifest = FeatureManifest(
        id: "pens", title: "Pens", summary: "", actions: add, remove, more[0], more[1], RecordHistory.undo)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let pets = PetPresenter(RecordCollection<Pet>(store: store))
        let others = PetPresenter(RecordCollection<Pet>(store: store))
        let pens = PenPresenter(RecordCollection<Pen>(store: store), on: stage)
        pets.stage = stage
        let scene = Scene(
            owning: stage,
            start: {
                await pets.load()
                stage.screen.phase = .ready
            }
        ).listing(pets, more: Self.more[0])
        if isTwice { scene.listing(others, more: Self.more[1]) } else { scene.listing(pens, more: Self.more[1]) }
        return scene.on(Self.remove) { try await pets.records.remove($0[RecordFields.id]) }
            .on(Self.add) { input in
                try await pens.records.insert(Pen(id: try input[RecordFields.id], name: "Pen"))
                try await pets.records.insert(Pet(id: try input[RecordFields.id]))
            }
    }
}
