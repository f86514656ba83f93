import TerminalKit

/// Cells in columns, aligned by display width.
struct TextTable {
    /// Cells wider than this do not widen their column; what follows them in their row moves on.
    static let widestColumn = 48

    /// The rows; they need not have the same number of cells.
    var rows: [[StyledLine]] = []
    /// The columns that are set flush right.
    var rightAligned: Set<Int> = []

    /// The rows as lines.
    ///
    /// - Parameters:
    ///   - indent: How many spaces each line begins with.
    ///   - gap: How many spaces stand between columns, at least.
    func lines(indent: Int = 2, gap: Int = 2) -> [StyledLine] {
        let widths = rows.map { $0.map(\.displayWidth) }
        let columns = (0..<(rows.map(\.count).max() ?? 0)).map { column in
            widths.reduce(0) { max($0, column < $1.count && $1[column] <= Self.widestColumn ? $1[column] : 0) }
        }
        return zip(rows, widths).map { row, widths in
            var line = StyledLine()
            line.append(spaces: indent)
            let last = row.lastIndex { !$0.isEmpty } ?? -1
            for (column, cell) in row.enumerated() where column <= last {
                let padding = max(0, columns[column] - widths[column])
                let isRight = rightAligned.contains(column)
                if isRight { line.append(spaces: padding) }
                line.append(cell)
                guard column < last, columns[column] > 0 else { continue }
                line.append(spaces: isRight ? gap : padding + gap)
            }
            return line
        }
    }
}
