import FeatureKit

/// A column that a command can print of a list.
///
/// It is a column of the screen, a raw value, or the id, the title or the detail of a row.
struct RowColumn: Hashable, Sendable {
    /// The names of the columns that are no values: the id, the title and the detail of a row.
    static let (id, title, detail) = ("id", "title", "detail")
    fileprivate static let names = [title, detail, id]

    /// The name in options, CSV headings and JSON.
    let name: String
    /// The column of the screen; `nil` for a value that the screen shows in no column.
    let shown: ListElement.Column?

    /// Creates the column of a raw value.
    init(value name: String) { self.init(name: name, shown: nil) }

    /// Creates a column.
    init(name: String, shown: ListElement.Column?) { (self.name, self.shown) = (name, shown) }

    /// The heading in a table.
    var heading: String { shown.map { $0.title.isEmpty ? name : $0.title } ?? name }

    /// Whether the column has the ids of the rows.
    var isID: Bool { name == Self.id && shown == nil }

    /// Returns the raw value of a row, or `nil` if the row has none.
    func value(of row: Row) -> FieldValue? {
        if let shown, shown.name == nil {
            return shown.content == .title ? .text(row.title) : row.detail.map { .text($0) }
        }
        switch name {
        case Self.id: return .text(row.id)
        default:
            if let value = row.values[name] { return value }
            if let text = row.cells[name] { return .text(text) }
            return name == Self.title ? .text(row.title) : name == Self.detail ? row.detail.map { .text($0) } : nil
        }
    }

    /// Returns the text of a row in a table.
    func text(of row: Row) -> String { shown?.text(of: row) ?? value(of: row)?.description ?? "" }

    /// Whether a table aligns the column to the right.
    func isNumeric(in rows: some Sequence<Row>) -> Bool {
        (shown ?? ListElement.Column(name: name, title: name)).isNumeric(in: rows)
    }
}

extension ListElement {
    /// Returns every column that a command can print of the list: the columns of the screen, the raw values, the rest.
    ///
    /// - Parameter order: The names of raw values in their order. Other values follow in alphabetical order.
    func rowColumns(in order: [String] = []) -> [RowColumn] {
        let declared = (columns ?? []).map { column in
            let words = column.content == .title ? RowColumn.title : RowColumn.detail
            return RowColumn(name: column.name ?? words, shown: column)
        }
        var names = Set(declared.map(\.name))
        let values = Set(rows.flatMap(\.values.keys))
        let hidden = order.filter(values.contains) + values.sorted() + RowColumn.names
        return declared + hidden.filter { names.insert($0).inserted }.map { RowColumn(name: $0, shown: nil) }
    }

    /// Returns the columns that a format writes if the user names none.
    ///
    /// A format of raw values has the order of an export: the id, then the values in their order.
    func usualColumns(of format: RowsFormat, in order: [String] = []) -> [RowColumn] {
        let all = rowColumns(in: order)
        let id = all.filter { $0.name == RowColumn.id }
        let hasDetails = rows.contains { $0.detail != nil }
        let words = all.filter { $0.name == RowColumn.title || $0.name == RowColumn.detail && hasDetails }
        let shown = all.filter { $0.shown != nil && $0.name != RowColumn.id }
        if format == .table { return (columns == nil ? words : shown) + id }
        // The title and the detail repeat the raw values in words.
        let values = all.filter { !RowColumn.names.contains($0.name) || $0.isRawValue(in: rows) }
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        let sorted = values.enumerated().sorted { left, right in
            (places[left.element.name] ?? order.count, left.offset)
                < (places[right.element.name] ?? order.count, right.offset)
        }
        return id + (values.isEmpty ? words : sorted.map(\.element))
    }
}

extension RowColumn {
    /// Whether the column is a value of the rows and not only one of their texts.
    fileprivate func isRawValue(in rows: [Row]) -> Bool {
        name != Self.id && shown?.name != nil || name != Self.id && rows.contains { $0.values[name] != nil }
    }
}
