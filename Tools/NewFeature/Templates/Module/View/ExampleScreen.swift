import FeatureKit
import FeatureStorage

/// The neutral view: it draws the calls of an ``ExampleView`` on a stage.
final class ExampleScreen: ExampleView {
    private let stage: Stage
    private let columns = [
        // COLUMNS
    ]

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Example Title"
        stage.screen.buttons = [Button(ExampleFeature.add, role: .primary), Button(ExampleFeature.refresh)]
    }

    func startLoading() { stage.screen.phase = .loading }

    func finishLoading() { stage.screen.phase = .ready }

    func setEntries(_ rows: [Row], hasMore: Bool) {
        let more = hasMore ? Button(ExampleFeature.more) : nil
        stage.screen.elements = [.list(id: "entries", rows: rows, columns: columns, more: more)]
    }

    func setEmpty() { stage.screen.elements = [.placeholder(id: "empty", "Nothing yet")] }

    func showFailure(_ message: String) { stage.screen.phase = .failed(message, retry: ExampleFeature.refresh) }

    func announce(_ notice: Notice) { stage.announce(notice) }
}
