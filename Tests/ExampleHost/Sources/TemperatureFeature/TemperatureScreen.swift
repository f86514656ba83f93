import FeatureKit

/// Implements ``TemperatureView`` on a stage as one form.
final class TemperatureScreen: TemperatureView {
    private let stage: Stage

    init(stage: Stage) {
        self.stage = stage
        stage.screen.title = "Temperature converter"
    }

    func showDegrees(celsius: Double?, fahrenheit: Double?) {
        stage.screen.phase = .ready
        var values: [String: FieldValue] = [:]
        values["celsius"] = celsius.map { .decimal($0) }
        values["fahrenheit"] = fahrenheit.map { .decimal($0) }
        stage.screen.elements = [
            .form(FormElement(id: "temperature", of: TemperatureFeature.convert, values: values, submits: .change))
        ]
    }
}
