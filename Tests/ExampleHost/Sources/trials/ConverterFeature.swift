import FeatureKit

/// A feature with a form that is sent on change: two temperatures that update each other, and a note.
struct ConverterFeature: Feature {
    static let celsius = Field<Double?>("celsius", "Celsius", range: -273.15...10_000)
    static let fahrenheit = Field<Double?>("fahrenheit", "Fahrenheit", range: -459.67...18_032)
    static let note = Field<String?>("note", "Note", length: 1...400)
    static let convert = Action("convert", "Convert", fields: celsius, fahrenheit, note)
    static let manifest = FeatureManifest(
        id: "converter", title: "Converter", summary: "Converts temperatures.", actions: convert)

    func launch(on stage: Stage, options: Options) throws -> Scene {
        let converter = Converter(stage: stage)
        return Scene(owning: converter, start: converter.show)
            .on(Self.convert) { input in try converter.convert(input) }
    }
}

/// The presenter and the view of the feature in one class.
final class Converter {
    private let stage: Stage
    private var values: [String: FieldValue] = ["celsius": 0, "fahrenheit": 32]
    private var count = 0

    init(stage: Stage) { self.stage = stage }

    func show() async { draw() }

    func convert(_ input: Input) throws {
        if let note = try input[ConverterFeature.note], note.hasSuffix("forbidden") {
            throw InputRefused(ConverterFeature.note, "this word is forbidden")
        }
        values = input.values
        if input.changed.contains("celsius") {
            values["fahrenheit"] = try input[ConverterFeature.celsius].map { .decimal($0 * 9 / 5 + 32) }
        } else if input.changed.contains("fahrenheit") {
            values["celsius"] = try input[ConverterFeature.fahrenheit].map { .decimal(($0 - 32) * 5 / 9) }
        }
        count += 1
        draw()
    }

    private func draw() {
        stage.screen.title = "Converter"
        stage.screen.phase = .ready
        stage.screen.elements = [
            .form(FormElement(id: "temperature", of: ConverterFeature.convert, values: values, submits: .change)),
            .text(id: "count", "Calls: \(count)", style: .caption),
        ]
    }
}
