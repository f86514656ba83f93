import FeatureKit

/// Implements ``TimerView`` by drawing on a stage.
final class TimerScreen: TimerView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Timer"
    }

    func showTime(elapsed: Double, of length: Double) {
        let tenths = Int((elapsed * 10).rounded(.down))
        stage.screen.phase = .ready
        stage.screen.elements = [
            .progress(
                id: "elapsed", "Elapsed time", fraction: elapsed / length, message: "\(tenths / 10).\(tenths % 10) s"),
            .form(
                FormElement(
                    id: "duration", of: TimerFeature.set, values: ["length": .decimal(length)], submits: .change)),
        ]
        stage.screen.buttons = [Button(TimerFeature.reset, role: .primary)]
    }
}
