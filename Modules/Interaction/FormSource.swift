package import FeatureKit

/// What a frame says about a form: the values of its record, and what a person may enter.
package struct FormSource: Sendable, Hashable {
    /// The texts of the record's values, by field name.
    package var texts: [String: String]
    /// The keys of the records whose titles are the texts, by field name.
    ///
    /// Two records can have the same title, so a title that is unchanged is sent as the key.
    package var keys: [String: FieldValue] = [:]
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
    /// Its fields begin with the button's values, else with the values of its row, else with their defaults. A field that
    /// names a record begins with the title that the row shows.
    package init(_ button: Button, row: Row?, fields: [FieldDescription]) {
        texts = Dictionary(
            fields.map { field in
                let value = button.values[field.name] ?? row?.shownValue(of: field) ?? field.defaultValue
                return (field.name, value?.formText ?? "")
            }
        ) { $1 }
        (submits, disabled, choices) = (.button, [], [:])
        for field in fields where field.kind == .reference && button.values[field.name] == nil {
            if row?.cells[field.name] != nil { keys[field.name] = row?.values[field.name] }
        }
    }
}
