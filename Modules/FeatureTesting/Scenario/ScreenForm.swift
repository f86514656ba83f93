import FeatureKit

/// The form that front ends show for a button.
struct ScreenForm {
    /// The fields that it asks for: those of the action that the button does not preset.
    let asked: [FieldDescription]
    private let button: Button
    private let row: Row?
    private let fields: [FieldDescription]

    init(_ place: StandingButton, of manifest: FeatureManifest) {
        (button, row) = (place.button, place.row)
        fields = manifest.action(named: place.button.action)?.fields ?? []
        asked = fields.filter { place.button.arguments[$0.name] == nil }
    }

    /// The names of those fields that must be filled in.
    var unfilled: [String] { asked.filter { $0.required && $0.defaultValue == nil }.map(\.name) }

    func hasField(_ name: String) -> Bool { asked.contains { $0.name == name } }

    /// Reads the form, filled with values and otherwise as it begins.
    ///
    /// - Returns: What is sent.
    /// - Throws: `InputRefused` for what breaks a field's rule.
    func arguments(filledWith values: [String: FieldValue]) throws -> [String: FieldValue] {
        let texts = asked.map { field in
            let text = values[field.name] ?? row?.values[field.name] ?? field.defaultValue
            return (field.name, text?.description ?? "")
        }
        let read = try asked.read(Dictionary(texts) { $1 }, isForm: true)
        return button.arguments.merging(read) { $1 }
    }
}
