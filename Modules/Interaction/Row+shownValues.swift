package import FeatureKit

extension Row {
    /// Returns the value with which the control of a field begins: for the key of another record, its title.
    package func shownValue(of field: FieldDescription) -> FieldValue? {
        guard field.kind == .reference, let title = cells[field.name], values[field.name] != nil else {
            return values[field.name]
        }
        return .text(title)
    }

    /// Returns the row's values, with the titles of the records that some fields name.
    package func shownValues(of fields: [FieldDescription]) -> [String: FieldValue] {
        var shown = values
        for field in fields where field.kind == .reference { shown[field.name] = shownValue(of: field) }
        return shown
    }
}
