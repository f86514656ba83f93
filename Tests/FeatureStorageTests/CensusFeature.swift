import FeatureKit
import FeatureStorage
import RecordScreens

/// A feature that shows how many pets a search finds.
struct CensusFeature: Feature {
    static let browsing = RecordBrowsing(of: Pet.self, searching: Pet.fields)
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let remove = Action("remove", "Remove", fields: RecordFields.id)
    static let count = Field<Int>("count", "Count")
    static let number = Field<Int>("number", "Number")
    static let renumber = Action("renumber", "Change the first numbers", fields: count, number)
    static let manifest = FeatureManifest(
        id: "census", title: "Census", summary: "Counts pets.",
        options: RecordSource.options + browsing.options + RecordDetail.options,
        actions: refresh, more, browsing.action, remove, renumber, RecordDetail.visit)

    let resources: RecordResources

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = CensusPresenter(try resources.records(of: Pet.self, for: options))
        let places = try RecordPlaces(of: presenter, in: Self.manifest, by: Self.browsing, on: stage, for: options)
        let view = CensusScreen(stage: stage, places: places)
        presenter.view = view
        return Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(places, superseding: [Self.refresh, Self.more])
            .on(Self.renumber) { input in
                try await presenter.renumber(input[Self.count], to: input[Self.number])
            }
            .on(Self.remove) { input in try await presenter.records.remove(input[RecordFields.id]) }
    }
}

final class CensusPresenter: ListPresenter {
    let records: LiveRecords<Pet>
    weak var view: CensusScreen?
    private var shown: [Stored<Pet>] = []

    init(_ service: some RecordService<Pet>) {
        records = LiveRecords(service, named: "pets")
        records.report(to: self, by: CensusPresenter.show)
    }

    private func show(_ event: LiveRecords<Pet>.Event) {
        if case .records(let pets, _) = event { shown = pets }
        view?.show(event)
    }

    func renumber(_ count: Int, to number: Int) async throws {
        for pet in shown.prefix(count) { try await records.change(pet.id) { $0.n = number } }
    }
}

/// Draws only the first row, so that thousands of sessions load quickly.
final class CensusScreen {
    private let stage: Stage
    private let places: RecordPlaces

    init(stage: Stage, places: RecordPlaces) {
        (self.stage, self.places) = (stage, places)
        places.begin(title: "Census")
    }

    func show(_ event: LiveRecords<Pet>.Event) {
        switch event {
        case .loading: places.startLoading()
        case .loaded: stage.screen.phase = .ready
        case .records(let pets, let hasMore):
            let more = hasMore ? Button(CensusFeature.more) : nil
            let rows = places.linked(pets.prefix(1).map(row))
            places.showList([places.searchForm, .list(id: "pets", rows: rows, more: more, total: places.total)])
        case .record(let pet): places.showRecord(pet.map(row), [places.fields])
        case .failed(let message): places.showFailure(message, retry: CensusFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        }
    }
    private func row(_ pet: Stored<Pet>) -> Row { Row(id: pet.id, title: "\(pet.record.n)") }
}
