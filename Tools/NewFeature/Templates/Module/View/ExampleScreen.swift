import FeatureKit

/// Draws an ``ExampleView``'s calls on a stage.
final class ExampleScreen: ExampleView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Example Title"
        stage.screen.buttons = [Button(ExampleFeature.add, role: .primary), Button(ExampleFeature.refresh)]
    }

    func startLoading() { stage.screen.phase = .loading }
    func setEntries(_ rows: [Row]) { show(.list(id: "entries", rows: rows)) }
    func setEmpty() { show(.placeholder(id: "empty", "Nothing yet")) }
    func showFailure(_ message: String) { stage.screen.phase = .failed(message, retry: ExampleFeature.refresh) }

    private func show(_ element: Element) { (stage.screen.phase, stage.screen.elements) = (.ready, [element]) }
}
