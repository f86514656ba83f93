import FeatureKit
import FeatureStorage

/// Implements ``HouseView`` by drawing on a stage.
final class HouseScreen: HouseView {
    private let stage: Stage
    private var more: Button?
    // All sessions share the buttons and the columns.
    private static let buttons = [Button(HouseFeature.found, role: .primary), Button(HouseFeature.refresh)]
    private static let columns = [
        ListElement.Column(.title, title: "House", sort: HouseFeature.browsing.sort(by: House.name)),
        .init(.detail, title: "Words", sort: HouseFeature.browsing.sort(by: House.motto)),
    ]

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Houses"
        stage.screen.buttons = Self.buttons
    }

    func showHUD() { stage.screen.phase = .loading }
    func hideHUD() { stage.screen.phase = .ready }
    func offerMore(_ isThereMore: Bool) { more = isThereMore ? Button(HouseFeature.more) : nil }

    func setHouses(_ houses: [HouseViewData]) {
        stage.screen.elements = [.list(id: "houses", rows: houses.map(row), columns: Self.columns, more: more)]
    }

    func setEmptyHouses() {
        stage.screen.elements = [.placeholder(id: "empty", "No houses")]
    }

    func showFailure(_ message: String) { stage.screen.phase = .failed(message, retry: HouseFeature.refresh) }
    func announce(_ notice: Notice) { stage.announce(notice) }

    private func row(_ house: HouseViewData) -> Row {
        let buttons = [
            Button(HouseFeature.edit, arguments: house.record.arguments),
            Button(HouseFeature.remove, arguments: house.record.arguments, role: .destructive),
        ]
        return Row(house.record, title: house.name, detail: house.motto, buttons: buttons)
    }
}
