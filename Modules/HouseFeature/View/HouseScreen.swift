import FeatureKit
import FeatureStorage
import RecordScreens

/// Implements ``HouseView`` by drawing on a stage.
final class HouseScreen: HouseView {
    private let stage: Stage
    private let places: RecordPlaces
    private var more: Button?
    // All sessions share the buttons and the columns.
    private static let buttons = [Button(HouseFeature.found, role: .primary), Button(HouseFeature.refresh)]
    private static let bulk = [Button(HouseFeature.remove, role: .destructive)]
    private static let columns = [
        ListElement.Column(.title, title: "House", sort: HouseFeature.browsing.sort(by: House.name)),
        .init(.detail, title: "Words", sort: HouseFeature.browsing.sort(by: House.motto)),
    ]

    init(stage: Stage, places: RecordPlaces) {
        (self.stage, self.places) = (stage, places)
        places.begin(title: "Houses", buttons: Self.buttons + places.historyButtons)
    }

    func showHUD() { places.startLoading() }
    func hideHUD() { stage.screen.phase = .ready }
    func offerMore(_ isThereMore: Bool) { more = isThereMore ? Button(HouseFeature.more) : nil }

    func setHouses(_ houses: [HouseViewData]) {
        let rows = places.linked(houses.map(row))
        let columns = places.headings(Self.columns)
        places.showList([
            places.searchForm,
            .list(id: "houses", rows: rows, columns: columns, more: more, total: places.total, bulk: Self.bulk),
            places.misfits,
        ])
    }

    func setEmptyHouses() { places.showList(places.nothing(id: "empty", "No houses")) }
    func setHouse(_ house: HouseViewData?) {
        places.showRecord(
            house.map(row), [places.editor(HouseFeature.edit), places.related(HouseFeature.people), places.history])
    }

    func showFailure(_ message: String) { places.showFailure(message, retry: HouseFeature.refresh) }
    func announce(_ notice: Notice) { stage.announce(notice) }

    private func row(_ house: HouseViewData) -> Row {
        let buttons = [
            Button(HouseFeature.edit, arguments: house.record.arguments),
            Button(HouseFeature.remove, arguments: house.record.arguments, role: .destructive),
        ]
        return Row(house.record, title: house.name, detail: house.motto, buttons: buttons)
    }
}
