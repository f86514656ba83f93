extension Action {
    /// The names of the fields that decide in which order a list shows its rows.
    package var orderNames: Set<String> { Set(fields.lazy.filter { $0.role?.orders == true }.map(\.name)) }

    /// Returns the names of the fields that people set with the headings of a table instead of a form.
    ///
    /// - Parameter headings: The arguments of the headings' buttons that perform this action.
    /// - Returns: The fields that every heading sets; no fields if the action offers a choice that neither a heading nor
    ///   a filter has.
    package func fieldsSet(byHeadings headings: [[String: FieldValue]]) -> Set<String> {
        guard !headings.isEmpty else { return [] }
        let fields = fields.filter { field in headings.allSatisfy { $0[field.name] != nil } }
        let areCovered = fields.allSatisfy { field in
            switch field.kind {
            case .boolean: true
            case .choice:
                Set(field.choices ?? []).isSubset(
                    of: headings.compactMap { $0[field.name]?.formText } + self.fields.map(\.name))
            default: false
            }
        }
        return areCovered ? Set(fields.map(\.name)) : []
    }
}
