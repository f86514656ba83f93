import FeatureKit
import FeatureStorage
import RecordScreens

/// Implements ``ExampleView`` by drawing on a stage.
final class ExampleScreen: ExampleView {
    private let stage: Stage
    private let places: RecordPlaces
    // All sessions share the buttons and the columns.
    private static let buttons = [Button(ExampleFeature.add, role: .primary), Button(ExampleFeature.refresh)]
    private static let bulk = [Button(ExampleFeature.remove, role: .destructive)]
    private static let columns = [
        // COLUMNS
    ]

    init(stage: Stage, places: RecordPlaces) {
        (self.stage, self.places) = (stage, places)
        places.begin(title: "Example Title", buttons: Self.buttons + places.historyButtons)
    }

    func startLoading() { places.startLoading() }

    func finishLoading() { stage.screen.phase = .ready }

    func setEntries(_ entries: [ExampleViewData], hasMore: Bool) {
        let more = hasMore ? Button(ExampleFeature.more) : nil
        let rows = places.linked(entries.map(row))
        let columns = places.headings(Self.columns)
        places.showList([
            places.searchForm,
            .list(id: "entries", rows: rows, columns: columns, more: more, total: places.total, bulk: Self.bulk),
            places.misfits,
        ])
    }

    func setEmpty() { places.showList(places.nothing(id: "empty", "Nothing yet")) }

    func setEntry(_ entry: ExampleViewData?) {
        places.showRecord(entry.map(row), [places.editor(ExampleFeature.edit), places.history])
    }

    func showFailure(_ message: String) { places.showFailure(message, retry: ExampleFeature.refresh) }

    func announce(_ notice: Notice) { stage.announce(notice) }

    private func row(_ entry: ExampleViewData) -> Row {
        let buttons = [
            Button(ExampleFeature.edit, arguments: entry.record.arguments),
            Button(ExampleFeature.remove, arguments: entry.record.arguments, role: .destructive),
        ]
        return Row(entry.record, title: entry.title, buttons: buttons)
    }
}
