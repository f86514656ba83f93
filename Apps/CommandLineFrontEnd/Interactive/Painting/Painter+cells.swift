import FeatureKit
import TerminalKit

/// The cell with the cursor, and its editor.
extension Painter {
    /// The width of the editor of a cell if there is room for it, in cells of the terminal.
    private static let cellEditorWidth = 24

    /// Marks the cell with the cursor, and keeps the place of its editor.
    ///
    /// - Parameters:
    ///   - cell: The columns of the terminal that the cell takes.
    ///   - row: The columns that its row takes.
    ///   - line: The line of the row.
    ///   - style: The style of the mark.
    mutating func mark(_ cell: Range<Int>, in row: Range<Int>, line: Int, style: CellStyle) {
        buffer.write("❯", column: cell.lowerBound - 2, line: line, style: style)
        // At the right end of the row, the editor extends to the left.
        let room = max(cell.count, Self.cellEditorWidth)
        let start = min(cell.lowerBound, max(row.lowerBound, row.upperBound - room))
        cellPlace = (start..<min(row.upperBound, start + room), line)
    }

    /// The place of the cell whose form stands in it; `nil` if there is none.
    var cellInFront: (columns: Range<Int>, line: Int)? {
        guard case .form(let form) = state.overlay, form.fitsCell, form.edit == page.cell?.edit,
            form.identity.row == page.row?.id
        else { return nil }
        return cellPlace
    }

    /// Draws the text of a cell's form in the cell.
    mutating func paint(_ form: FormState, in cell: (columns: Range<Int>, line: Int)) {
        let isSending = form.call != nil
        buffer.cursor = nil
        paint(
            form.entries[0], at: .dialog(0), isFocused: !isSending, isDisabled: false, labels: 0,
            columns: cell.columns.lowerBound - 2..<cell.columns.upperBound, line: cell.line)
        guard isSending else { return }
        buffer.write(
            "\(state.spinner)", column: cell.columns.upperBound - 1, line: cell.line, style: theme.tone(.accent))
    }
}
