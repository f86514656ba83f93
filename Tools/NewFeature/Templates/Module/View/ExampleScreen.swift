import FeatureKit
import FeatureStorage

/// Implements ``ExampleView`` by drawing on a stage.
final class ExampleScreen: ExampleView {
    private let stage: Stage
    // All sessions share the buttons and the columns.
    private static let buttons = [Button(ExampleFeature.add, role: .primary), Button(ExampleFeature.refresh)]
    private static let columns = [
        // COLUMNS
    ]

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Example Title"
        stage.screen.buttons = Self.buttons
    }

    func startLoading() { stage.screen.phase = .loading }

    func finishLoading() { stage.screen.phase = .ready }

    func setEntries(_ entries: [ExampleViewData], hasMore: Bool) {
        let more = hasMore ? Button(ExampleFeature.more) : nil
        stage.screen.elements = [.list(id: "entries", rows: entries.map(row), columns: Self.columns, more: more)]
    }

    func setEmpty() { stage.screen.elements = [.placeholder(id: "empty", "Nothing yet")] }

    func showFailure(_ message: String) { stage.screen.phase = .failed(message, retry: ExampleFeature.refresh) }

    func announce(_ notice: Notice) { stage.announce(notice) }

    private func row(_ entry: ExampleViewData) -> Row {
        let buttons = [
            Button(ExampleFeature.edit, arguments: entry.record.arguments),
            Button(ExampleFeature.remove, arguments: entry.record.arguments, role: .destructive),
        ]
        return Row(entry.record, title: entry.title, buttons: buttons)
    }
}
