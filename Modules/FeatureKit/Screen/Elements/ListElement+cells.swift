extension ListElement.Column {
    /// Returns the text of a row in this column: its title, its detail, or its cell with the column's name.
    ///
    /// If the row has no such cell, returns the text of its value with that name.
    package func text(of row: Row) -> String {
        switch content {
        case .title: row.title
        case .detail: row.detail ?? ""
        case .value(let name): row.cells[name] ?? row.values[name]?.description ?? ""
        }
    }

    /// Returns whether the column shows numbers.
    ///
    /// Front ends align numbers at their end.
    ///
    /// The column's kind decides. If the column has no kind, it is numeric if every row has a number in it.
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
}
