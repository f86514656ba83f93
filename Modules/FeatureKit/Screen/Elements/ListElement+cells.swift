extension ListElement.Column {
    /// The text of a row in this column: the row's cell of this name, else its value, title or detail.
    package func text(of row: Row) -> String {
        switch content {
        case .title: row.title
        case .detail: row.detail ?? ""
        case .value(let name): row.cells[name] ?? row.values[name]?.description ?? ""
        }
    }

    /// Whether the column shows numbers, which front ends align at their end.
    ///
    /// The column's kind decides. Without one, all values of the rows have to be numbers.
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
