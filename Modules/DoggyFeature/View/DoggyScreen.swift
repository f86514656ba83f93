import FeatureKit

/// Draws a ``DoggyView``'s calls on a stage.
final class DoggyScreen: DoggyView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Doggies"
        stage.screen.buttons = [Button(DoggyFeature.adopt, role: .primary), Button(DoggyFeature.refresh)]
    }

    func startLoading() {
        stage.screen.phase = .loading
    }

    func finishLoading() {
        stage.screen.phase = .ready
    }

    func setDoggies(_ doggies: [DoggyViewData]) {
        let rows = doggies.map { Row(id: $0.id, title: $0.name, detail: $0.age, values: $0.values) }
        stage.screen.elements = [.list(id: "dogs", rows: rows)]
    }

    func setEmpty() {
        stage.screen.elements = [.placeholder(id: "empty", "No dogs")]
    }

    func showFailure(_ message: String) {
        stage.screen.phase = .failed(message: message, retry: Button(DoggyFeature.refresh, title: "Try again"))
    }
}
