import FeatureKit

/// A form that a person sent and that was refused.
struct RefusedForm {
    let action: String
    /// The preset arguments of the form's button.
    let preset: [String: String]
    /// The texts that the person typed, without secrets.
    let typed: [String: String]
    /// The texts of the fields when the page was rendered, as far as the form says them.
    ///
    /// If the person has decided about another person's value, the text is that value.
    let originals: [String: String]
    /// The fields whose other value the person has seen without a decision.
    var undecided: Set<String> = []
    /// The error messages of the form's fields if its input was refused.
    let refusal: InputRefused?
    /// The id of the form element that was sent; `nil` for a form of a button.
    ///
    /// For a form element, ``typed`` has only the changed fields.
    var form: String?
    /// The ticked rows on which the form acts.
    var ticks: [Tick] = []

    /// Returns whether a button has made the form.
    ///
    /// Ignores optional arguments, such as a revision, because they may have changed for the same row.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - required: The names of the action's required fields.
    func isMade(by button: Button, identifiedBy required: Set<String>) -> Bool {
        guard form == nil, action == button.action else { return false }
        func identity(_ preset: [String: String]) -> [String: String] { preset.filter { required.contains($0.key) } }
        return identity(preset) == identity(button.arguments.mapValues(\.formText))
    }

    /// Returns the hidden controls with the texts that the person has seen in fields, as far as the form says them.
    func seen(in fields: [FieldDescription]) -> [HiddenControl] {
        fields.compactMap { field in
            originals[field.name].map { HiddenControl(name: SentForm.originalName(of: field.name), value: $0) }
        }
    }

    /// Returns the typed texts with the titles of their fields.
    func items(of fields: [FieldDescription]) -> [FieldsElement.Item] {
        fields.compactMap { field in
            let text = typed[field.name].map { field.kind.isList ? $0.formLines.joined(separator: ", ") : $0 }
            return text.flatMap { $0.isEmpty ? nil : FieldsElement.Item(label: field.title, value: $0) }
        }
    }
}
