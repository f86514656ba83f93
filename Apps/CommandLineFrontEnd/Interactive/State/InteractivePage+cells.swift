import FeatureKit
import Interaction

// The cell with the cursor: one of those that a person can edit in the selected row. Without one, the cursor is on the
// row as a whole.

extension InteractivePage {
    /// A cell that the cursor is on.
    struct Cell: Sendable {
        let row: Row
        let edit: ColumnEdit
        /// The button that edits the cell; `nil` if the row does not let a person edit it.
        let button: Button?
    }

    /// The cell with the cursor; `nil` if the cursor is on the row as a whole.
    var cell: Cell? {
        guard let name = view.column, let row,
            let column = list?.columns?.first(where: { $0.name == name && $0.edit != nil }),
            let edit = ColumnEdit(column, in: manifest)
        else { return nil }
        return Cell(row: row, edit: edit, button: edit.button(in: row).flatMap { $0.enabled ? $0 : nil })
    }

    /// The columns that a person can edit in the list with the cursor, with their indices.
    private var editableColumns: [(index: Int, name: String)] {
        guard selection != nil, let columns = list?.columns else { return [] }
        return columns.indices.compactMap { index in
            columns[index].edit == nil ? nil : columns[index].name.map { (index, $0) }
        }
    }

    /// Whether the list with the cursor has cells that a person can edit.
    var hasCells: Bool { !editableColumns.isEmpty }

    /// Moves the cursor to the next cell on the right or left, or from the first cell to the row as a whole.
    ///
    /// The cursor stays at the ends, so that a key that is held down leads to no other place.
    ///
    /// - Returns: Whether the list has cells that a person can edit.
    mutating func moveToCell(by step: Int) -> Bool {
        let columns = editableColumns
        let here = columns.firstIndex { $0.name == view.column } ?? -1
        guard !columns.isEmpty else { return false }
        guard (-1..<columns.count).contains(here + step) else { return true }
        moveToCell(here + step < 0 ? nil : columns[here + step].name)
        return true
    }

    /// Moves the cursor to a cell of the selected row, or to the row as a whole, and scrolls the column into sight.
    mutating func moveToCell(_ name: String?) {
        view.column = name
        guard let list, let index = editableColumns.first(where: { $0.name == name })?.index else { return }
        // The first column is always in sight. Not every terminal has room for another one.
        while let rows = layout.rows(of: list.id), index > 0, rows.skipped != index - 1,
            !rows.columns.contains(where: { $0.index == index })
        {
            moveSideways(by: rows.skipped < index - 1 ? 1 : -1)
            guard layout.rows(of: list.id)?.skipped != rows.skipped else { return }
        }
    }
}

extension InteractiveState {
    /// Opens the editor of the cell with the cursor.
    mutating func editCell(_ effects: inout [InteractiveEffect]) {
        guard let cell = page.cell, let button = cell.button else { return }
        press(button, row: cell.row, editing: cell.edit, &effects)
    }
}

extension Screen {
    /// Returns the newest button that edits a cell of a row; `nil` if the screen has none.
    func button(by edit: ColumnEdit, ofRow id: String?, in manifest: FeatureManifest) -> Button? {
        for list in lists {
            guard
                let column = list.columns?.first(where: { $0.name == edit.field.name && $0.edit == edit.action.name }),
                let row = list.rows.first(where: { $0.id == id })
            else { continue }
            return ColumnEdit(column, in: manifest)?.button(in: row)
        }
        return nil
    }
}

extension FormState {
    /// Whether the form of a cell stands in the cell: it has a text of one line, and nothing to say about it.
    var fitsCell: Bool {
        guard edit != nil, let entry = entries.first, entry.textHeight == 1, entry.choices == nil, entry.options.isEmpty
        else { return false }
        return entry.field.kind != .reference && !entry.field.isSlider && entry.error == nil && entry.theirs == nil
            && message == nil && note == nil && !isOnSubmit && !isOnCancel
    }
}
