import FeatureKit
import FeatureStorage
import RecordScreens

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
        options: RecordSource.options + browsing.options + RecordDetail.options,
        actions: refresh, more, browsing.action, rename, RecordDetail.visit)

    let resources: RecordResources

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let trips = try resources.storedRecords(of: Trip.self)
        let presenter = HarbourPresenter(try resources.records(of: Boat.self, for: options), trips: trips)
        let places = try RecordPlaces(of: presenter, in: Self.manifest, by: Self.browsing, on: stage, for: options)
        let view = HarbourScreen(stage: stage, places: places)
        presenter.view = view
        return Scene(owning: view, listing: presenter, again: Self.refresh, more: Self.more)
            .browsing(places, superseding: [Self.refresh, Self.more])
            .beginning(with: presenter.countTrips)
            .following(trips.changes()) { _ in try await presenter.countTrips() }
            .on(Self.rename, perform: presenter.rename)
    }
}

/// Shows boats, and counts trips.
final class HarbourPresenter: ListPresenter {
    let records: LiveRecords<Boat>
    private let trips: any RecordService<Trip>
    weak var view: HarbourScreen?

    init(_ boats: some RecordService<Boat>, trips: some RecordService<Trip>) {
        (records, self.trips) = (LiveRecords(boats, named: "boats"), trips)
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
    private let places: RecordPlaces
    private var (trips, boats) = ("", Element.placeholder(id: "boats", "No boats"))

    init(stage: Stage, places: RecordPlaces) {
        (self.stage, self.places) = (stage, places)
        places.begin(title: "Harbour")
        draw()
    }

    func showTrips(_ count: Int?) {
        trips = count.map { "\($0) trips at night" } ?? ""
        draw()
    }

    func show(_ event: LiveRecords<Boat>.Event) {
        switch event {
        case .loading: places.startLoading()
        case .loaded: stage.screen.phase = .ready
        case .records(let boats, let hasMore):
            self.boats = .list(
                id: "boats", rows: places.linked(boats.map(row)), more: hasMore ? Button(HarbourFeature.more) : nil,
                total: places.total)
            draw()
        case .record(let boat): places.showRecord(boat.map(row), [places.fields])
        case .failed(let message): places.showFailure(message, retry: HarbourFeature.refresh)
        case .notice(let notice): stage.announce(notice)
        }
    }

    private func draw() { places.showList([places.searchForm, .text(id: "trips", trips), boats]) }

    private func row(_ boat: Stored<Boat>) -> Row { Row(RecordHandle(boat), title: boat.record.name) }
}
