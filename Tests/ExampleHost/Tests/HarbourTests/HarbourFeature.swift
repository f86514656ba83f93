import FeatureKit
import FeatureStorage

/// A record that the feature lists.
struct Boat: Record {
    static let name = Field<String>("name", "Name", length: 1...40)
    static let fields: [any FieldDeclaration] = [name]
    static let sample = [Boat(id: "1", name: "Albatross"), Boat(id: "2", name: "Brigitte")]

    var id: String
    var name: String
}

/// A second type of records, which the feature counts.
struct Trip: Record {
    static let boat = Field<String>("boat", "Boat", length: 1...40)
    static let minutes = Field<Int>("minutes", "Minutes", range: 1...600)
    static let isNight = Field<Bool>("isNight", "At night", default: false)
    static let fields: [any FieldDeclaration] = [boat, minutes, isNight]
    static let sample = [
        Trip(id: "1", boat: "Albatross", minutes: 30), Trip(id: "2", boat: "Brigitte", minutes: 5, isNight: true),
        Trip(id: "3", boat: "Albatross", minutes: 10, isNight: true),
    ]

    var id: String
    var boat: String
    var minutes: Int
    var isNight = false
}

/// Lists boats, and shows the number of trips at night beside them.
struct HarbourFeature: Feature {
    static let browsing = RecordBrowsing(of: Boat.self)
    static let refresh = Action("refresh", "Refresh", effect: .reloads)
    static let more = Action("more", "Show more", effect: .loads)
    static let rename = Action("rename", "Rename", fields: RecordFields.id, Boat.name)
    static let manifest = FeatureManifest(
        id: "harbour", title: "Harbour", summary: "Lists boats and counts trips.",
        options: RecordSource.options + browsing.options + [RecordDetail.option],
        actions: refresh, more, browsing.action, rename, RecordDetail.visit)

    let resources: RecordResources

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let view = HarbourScreen(stage: stage)
        let trips = try resources.storedRecords(of: Trip.self)
        let presenter = HarbourPresenter(try resources.records(of: Boat.self, for: options), trips: trips, view: view)
        return try Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(presenter, by: Self.browsing, on: stage, for: options, superseding: [Self.refresh, Self.more])
            .beginning(with: presenter.countTrips)
            .following(trips.changes()) { _ in try await presenter.countTrips() }
            .on(Self.rename, perform: presenter.rename)
    }
}

/// Shows boats, and counts trips.
final class HarbourPresenter: ListPresenter {
    let records: LiveRecords<Boat>
    private let trips: any RecordService<Trip>
    private weak var view: HarbourScreen?

    init(_ boats: some RecordService<Boat>, trips: some RecordService<Trip>, view: HarbourScreen) {
        (records, self.trips, self.view) = (LiveRecords(boats, named: "boats"), trips, view)
        records.report(to: self, by: HarbourPresenter.show)
    }

    func countTrips() async throws {
        let query = try RecordQuery(RecordIndex(Trip.self), filters: ["isNight": [true]])
        let count = try await trips.count(matching: query)?.count
        view?.showTrips(count)
    }

    func rename(_ input: Input) async throws {
        let name = try input[Boat.name]
        try await records.change(input[RecordFields.id]) { $0.name = name }
    }

    private func show(_ event: LiveRecords<Boat>.Event) { view?.show(event) }
}

/// Draws the number of trips and the list of boats, whichever comes first.
final class HarbourScreen {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.elements = [.text(id: "trips", ""), .placeholder(id: "boats", "No boats")]
    }

    func showTrips(_ count: Int?) {
        stage.screen.elements[0] = .text(id: "trips", count.map { "\($0) trips at night" } ?? "")
    }

    func show(_ event: LiveRecords<Boat>.Event) {
        switch event {
        case .loading: stage.screen.phase = .loading
        case .loaded: stage.screen.phase = .ready
        case .records(let boats, let hasMore):
            let rows = boats.map { Row(RecordHandle($0), title: $0.record.name) }
            stage.screen.elements[1] = .list(
                id: "boats", rows: rows, more: hasMore ? Button(HarbourFeature.more) : nil)
        case .failed(let message): stage.screen.phase = .failed(message, retry: HarbourFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        }
    }
}
