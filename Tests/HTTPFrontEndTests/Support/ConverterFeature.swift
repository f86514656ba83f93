import FeatureKit

/// A feature with a form element that has two temperature fields.
///
/// A change of either field changes the other field.
struct ConverterFeature: Feature {
    static let celsius = Field<Double?>("celsius", "Celsius")
    static let fahrenheit = Field<Double?>("fahrenheit", "Fahrenheit")
    static let convert = Action("convert", "Convert", fields: celsius, fahrenheit)
    static let manifest = FeatureManifest(
        id: "converter", title: "Converter", summary: "Converts temperatures.", actions: convert)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        func draw(_ celsius: Double?) {
            var values: [String: FieldValue] = [:]
            if let celsius { values = ["celsius": .decimal(celsius), "fahrenheit": .decimal(celsius * 9 / 5 + 32)] }
            stage.screen = Screen(
                title: "Converter", phase: .ready,
                elements: [.form(FormElement(id: "form", of: Self.convert, values: values, submits: .change))])
        }
        return Scene(owning: stage, start: { draw(20) })
            .on(Self.convert) { input in
                let fahrenheit = try input[Self.fahrenheit]
                let isFahrenheit = input.changed.contains("fahrenheit")
                draw(isFahrenheit ? fahrenheit.map { ($0 - 32) * 5 / 9 } : try input[Self.celsius])
            }
    }
}
