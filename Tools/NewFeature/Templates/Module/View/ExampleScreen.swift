import FeatureKit

/// The neutral view: it draws the calls of an ``ExampleView`` on a stage.
final class ExampleScreen: ExampleView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Example Title"
        stage.screen.buttons = [Button(ExampleFeature.add, role: .primary), Button(ExampleFeature.refresh)]
    }

    func startLoading() { stage.screen.phase = .loading }

    func finishLoading() { stage.screen.phase = .ready }

    func setEntries(_ rows: [Row], hasMore: Bool) {
        stage.screen.elements = [.list(id: "entries", rows: rows, more: hasMore ? Button(ExampleFeature.more) : nil)]
    }

    func setEmpty() { stage.screen.elements = [.placeholder(id: "empty", "Nothing yet")] }

    func showFailure(_ message: String) { stage.screen.phase = .failed(message, retry: ExampleFeature.refresh) }

    func announce(_ notice: Notice) { stage.announce(notice) }
}
