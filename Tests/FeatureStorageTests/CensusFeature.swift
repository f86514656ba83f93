import FeatureKit
import FeatureStorage

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
        options: RecordSource.options + browsing.options + [RecordDetail.option],
        actions: refresh, more, browsing.action, remove, renumber, RecordDetail.visit)

    let resources: RecordResources

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let view = CensusScreen(stage: stage)
        let presenter = CensusPresenter(try resources.records(of: Pet.self, for: options), view: view)
        return try Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(presenter, by: Self.browsing, on: stage, for: options, superseding: [Self.refresh, Self.more])
            .on(Self.renumber) { input in
                try await presenter.renumber(input[Self.count], to: input[Self.number])
            }
            .on(Self.remove) { input in try await presenter.records.remove(input[RecordFields.id]) }
    }
}

final class CensusPresenter: ListPresenter {
    let records: LiveRecords<Pet>
    private weak var view: CensusScreen?
    private var shown: [Stored<Pet>] = []

    init(_ service: some RecordService<Pet>, view: CensusScreen) {
        records = LiveRecords(service, named: "pets")
        self.view = view
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

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Census"
    }

    func show(_ event: LiveRecords<Pet>.Event) {
        switch event {
        case .loading: stage.screen.phase = .loading
        case .loaded: stage.screen.phase = .ready
        case .records(let pets, let hasMore):
            let rows = pets.prefix(1).map { Row(id: $0.id, title: "\($0.record.n)") }
            stage.screen.elements = [
                .list(id: "pets", rows: rows, more: hasMore ? Button(CensusFeature.more) : nil)
            ]
        case .failed(let message): stage.screen.phase = .failed(message, retry: CensusFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        }
    }
}
