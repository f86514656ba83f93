import FeatureKit

/// Draws a ``HouseView``'s calls on a stage.
final class HouseScreen: HouseView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Houses"
        stage.screen.buttons = [Button(HouseFeature.refresh)]
    }

    func showHUD() {
        stage.screen.phase = .loading
    }

    func hideHUD() {
        stage.screen.phase = .ready
    }

    func setHouses(_ houses: [HouseViewData]) {
        let rows = houses.map { Row(id: $0.id, title: $0.name, detail: $0.motto, values: $0.values) }
        stage.screen.elements = [.list(id: "houses", rows: rows)]
    }

    func setEmptyHouses() {
        stage.screen.elements = [.placeholder(id: "empty", "No houses")]
    }

    func showFailure(_ message: String) {
        stage.screen.phase = .failed(message: message, retry: Button(HouseFeature.refresh, title: "Try again"))
    }
}
