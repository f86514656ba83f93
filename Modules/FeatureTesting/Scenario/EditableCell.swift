import FeatureKit

/// A cell of a list that a person can edit.
struct EditableCell {
    let button: Button
    private let edit: ColumnEdit

    /// Returns the cell in a column, given by its name or title, of the row with an id or a title.
    ///
    /// - Throws: ``ScenarioFailure`` if no cell or several cells match, or if the cell cannot be edited now.
    static func find(
        _ column: String, inRow row: String, on frame: Frame?, of manifest: FeatureManifest
    ) throws(ScenarioFailure) -> EditableCell {
        var found: [(row: Row, cell: EditableCell?)] = []
        for list in frame?.screen.lists ?? [] {
            for each in list.columns ?? [] where each.name == column || each.title == column {
                guard let edit = ColumnEdit(each, in: manifest) else { continue }
                for other in list.rows where other.id == row || other.title == row {
                    found.append((other, edit.button(in: other).map { EditableCell(button: $0, edit: edit) }))
                }
            }
        }
        // An id comes before a title, which several rows can have.
        let named = found.filter { $0.row.id == row }
        let meant = named.isEmpty ? found : named
        guard let first = meant.first else {
            let columns = (frame?.screen.lists ?? []).flatMap { $0.columns ?? [] }
            throw .noCell(column, row: row, columns: columns.filter { $0.edit != nil }.compactMap(\.name), frame)
        }
        guard meant.count == 1 else { throw .severalCells(column, row: row, meant.map(\.row), frame) }
        guard let cell = first.cell, cell.button.enabled else { throw .closedCell(column, row: row, frame) }
        return cell
    }

    /// Returns the call of the cell's form with a value; `nil` empties the cell.
    ///
    /// - Throws: `InputRefused` if the value violates the field's rule.
    func call(giving value: FieldValue?) throws -> Call {
        let read = try [edit.field].read([edit.field.name: value?.revealed.formText ?? ""], isForm: true)
        return edit.action(of: button).call(filledInWith: button.arguments.merging(read) { $1 })
    }
}
