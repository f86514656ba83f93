import FeatureKit

/// Implements ``CounterView`` by drawing on a stage.
final class CounterScreen: CounterView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Counter"
    }

    func showCount(_ count: String) {
        stage.screen.phase = .ready
        stage.screen.elements = [.text(id: "count", count, style: .headline)]
        stage.screen.buttons = [Button(CounterFeature.count, role: .primary)]
    }
}
