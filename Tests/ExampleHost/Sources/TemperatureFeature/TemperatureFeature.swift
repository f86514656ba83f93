public import FeatureKit

/// Converts temperatures while a person types: the task "Temperature Converter" of 7GUIs.
public struct TemperatureFeature: Feature {
    static let celsius = Field<Double?>("celsius", "Celsius")
    static let fahrenheit = Field<Double?>("fahrenheit", "Fahrenheit")
    static let convert = Action("convert", "Convert", fields: celsius, fahrenheit)

    /// The feature's manifest.
    public static let manifest = FeatureManifest(
        id: "temperature", title: "Temperature converter", summary: "Converts Celsius to Fahrenheit and back.",
        actions: convert)

    /// Creates the feature.
    public init() {}

    /// Creates and connects the presenter and the view of a launch.
    public func launch(on stage: Stage, options: Options) throws -> Scene {
        let presenter = TemperaturePresenter()
        let view = TemperatureScreen(stage: stage)
        presenter.attach(view)
        return Scene(owning: view, start: presenter.show).on(Self.convert) { input in
            // If a program sends both temperatures, Celsius counts.
            if input.changed.contains(Self.celsius.description.name) {
                try presenter.enterCelsius(try input[Self.celsius])
            } else if input.changed.contains(Self.fahrenheit.description.name) {
                try presenter.enterFahrenheit(try input[Self.fahrenheit])
            }
        }
    }
}
