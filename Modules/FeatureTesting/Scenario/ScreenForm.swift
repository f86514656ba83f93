import FeatureKit

/// The form that front ends show for a button.
struct ScreenForm {
    /// The fields to fill in.
    ///
    /// The fields that the button presets are left out.
    let asked: [FieldDescription]
    private let button: Button
    private let row: Row?
    private let action: Action?

    init(_ place: PlacedButton, of manifest: FeatureManifest) {
        (button, row) = (place.button, place.row)
        action = manifest.action(named: place.button.action)
        asked = (action?.fields ?? []).asked(besides: place.button.arguments)
    }

    /// The names of the required fields that have no default.
    var unfilled: [String] { asked.filter { $0.required && $0.defaultValue == nil }.map(\.name) }

    func hasField(_ name: String) -> Bool { asked.contains { $0.name == name } }

    /// Fills in values over the form's initial values, and parses the form.
    ///
    /// - Returns: The call to make.
    /// - Throws: `InputRefused` if a value violates its field's rule.
    func call(filledWith values: [String: FieldValue]) throws -> Call {
        let texts = asked.map { field in
            let initial = button.values[field.name] ?? row?.values[field.name] ?? field.defaultValue
            return (field.name, (values[field.name] ?? initial)?.revealed.formText ?? "")
        }
        let read = try asked.read(Dictionary(texts) { $1 }, isForm: true)
        let filled = button.arguments.merging(read) { $1 }
        return action?.call(filledInWith: filled) ?? Call(button.action, filled)
    }
}
