import TerminalKit

/// A table whose columns are aligned by display width.
struct TextTable {
    /// The maximum width of a column in cells.
    ///
    /// A wider cell does not widen its column, but shifts the rest of its row.
    static let widestColumn = 48

    /// The rows of the table.
    ///
    /// The rows may differ in length.
    var rows: [[StyledLine]] = []
    /// The indices of the right-aligned columns.
    var rightAligned: Set<Int> = []

    /// Formats the rows as lines.
    ///
    /// - Parameters:
    ///   - indent: The number of spaces at the beginning of each line.
    ///   - gap: The minimum number of spaces between two columns.
    func lines(indent: Int = 2, gap: Int = 2) -> [StyledLine] { Array(lineByLine(indent: indent, gap: gap)) }

    /// Formats the rows as lines on demand, so that a long table needs little memory.
    ///
    /// - Parameters:
    ///   - indent: The number of spaces at the beginning of each line.
    ///   - gap: The minimum number of spaces between two columns.
    func lineByLine(indent: Int = 2, gap: Int = 2) -> some Collection<StyledLine> {
        let widths = rows.map { $0.map(\.displayWidth) }
        var columns: [Int] = []
        for widths in widths {
            if columns.count < widths.count { columns += repeatElement(0, count: widths.count - columns.count) }
            for (column, width) in widths.enumerated() where width <= Self.widestColumn {
                columns[column] = max(columns[column], width)
            }
        }
        return rows.indices.lazy.map { [columns] row in
            let cells = rows[row]
            var line = StyledLine()
            line.reserve(2 * cells.count + 1)
            line.append(spaces: indent)
            let last = cells.lastIndex { !$0.isEmpty } ?? -1
            for column in 0..<(last + 1) {
                let padding = max(0, columns[column] - widths[row][column])
                let isRight = rightAligned.contains(column)
                if isRight { line.append(spaces: padding) }
                line.append(cells[column])
                guard column < last, columns[column] > 0 else { continue }
                line.append(spaces: isRight ? gap : padding + gap)
            }
            return line
        }
    }
}
