extension ListElement.Column {
    /// Returns the text of a row in this column: its title, its detail, or its cell with the column's name.
    ///
    /// If the row has no cell with this name, returns the text of the row's value with this name.
    package func text(of row: Row) -> String {
        switch content {
        case .title: row.title
        case .detail: row.detail ?? ""
        case .value(let name): row.cells[name] ?? row.values[name]?.shownText(as: kind) ?? ""
        }
    }

    /// Returns whether the column shows numbers.
    ///
    /// Front ends align numbers so that their last digits are below each other.
    ///
    /// The kind of the column decides. A column without a kind shows numbers if every row has a number in it.
    package func isNumeric(in rows: some Sequence<Row>) -> Bool {
        if let kind { return kind == .integer || kind == .decimal }
        guard let name else { return false }
        var isEmpty = true
        for row in rows {
            switch row.values[name] {
            case .integer, .decimal: isEmpty = false
            default: return false
            }
        }
        return !isEmpty
    }

    /// Returns why an action cannot edit the column; `nil` if it can.
    func fault(editedBy action: Action) -> String? {
        let words = "is edited by the action '\(action.name)'"
        guard let name else { return "\(words), but shows no value" }
        guard let field = action.fields.first(where: { $0.name == name && $0.role == nil }) else {
            return "\(words), which has no field '\(name)' for the new value"
        }
        if field.kind == .secret { return "\(words), whose field '\(name)' is secret" }
        guard action.fields.name(of: .row) != nil else { return "\(words), which has no field with the role 'row'" }
        // Any other action would take the fields that the call leaves out as empty.
        let others = action.fields.filter { $0.role == nil && $0.name != name }
        if let other = others.first, action.effect != .edits {
            return "\(words), which has the field '\(other.name)' too; expected an action with the effect 'edits'"
        }
        return nil
    }
}
