package import FeatureKit

/// What a frame says about a form: the values of its record, and what a person may enter.
package struct FormSource: Sendable, Hashable {
    /// The texts of the record's values, by field name.
    package var texts: [String: String]
    /// The event that makes a front end send the form.
    package var submits: FormElement.Submission
    /// The names of the fields that a person cannot change.
    package var disabled: Set<String>
    /// The only texts that a field accepts, by field name.
    package var choices: [String: [String]]

    /// Reads a form of the screen.
    package init(_ form: FormElement) {
        texts = form.values.mapValues(\.formText)
        (submits, disabled, choices) = (form.submits, form.disabled, form.choices)
    }

    /// Reads the form of a button.
    ///
    /// Its fields begin with the button's values, else with the values of its row, else with their defaults.
    package init(_ button: Button, row: Row?, fields: [FieldDescription]) {
        texts = Dictionary(
            fields.map { field in
                let value = button.values[field.name] ?? row?.values[field.name] ?? field.defaultValue
                return (field.name, value?.formText ?? "")
            }
        ) { $1 }
        (submits, disabled, choices) = (.button, [], [:])
    }
}
