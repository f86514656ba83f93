import TerminalKit

/// A table whose columns are aligned by display width.
struct TextTable {
    /// The maximum width of a column in cells.
    ///
    /// A wider cell does not widen its column, but shifts the rest of its row.
    var widestColumn = 48

    /// The rows of the table.
    ///
    /// The rows may differ in length.
    var rows: [[StyledLine]] = []
    /// The indices of the right-aligned columns.
    var rightAligned: Set<Int> = []
    /// The indices of the rows whose last cell is a shell command.
    private var commandRows: Set<Int> = []
    /// The smallest width in which the last cell of a row is broken below its column.
    ///
    /// In a narrower terminal, all last cells begin on lines of their own.
    private static let narrowestCell = 24

    /// Creates a table.
    init(rows: [[StyledLine]] = []) { self.rows = rows }

    /// Appends a row that ends with a shell command.
    ///
    /// If the command does not fit, it breaks into lines that a shell reads as one command.
    mutating func append(_ cells: [StyledLine], command: String, style: TextStyle = .dim) {
        if !command.isEmpty { commandRows.insert(rows.count) }
        rows.append(cells + (command.isEmpty ? [] : [StyledLine(command, style)]))
    }

    /// Formats the rows as lines.
    ///
    /// - Parameters:
    ///   - indent: The number of spaces at the beginning of each line.
    ///   - gap: The minimum number of spaces between two columns.
    ///   - width: The width of the terminal in cells. The last cell of a row breaks if the row does not fit. `nil` to
    ///     break none.
    func lines(indent: Int = 2, gap: Int = 2, fitting width: Int? = nil) -> [StyledLine] {
        let lines = Array(lineByLine(indent: indent, gap: gap))
        guard let width, lines.contains(where: { $0.displayWidth > width }) else { return lines }
        // Without the last cell of its row, each line keeps the spaces up to that cell.
        let beginnings = zip(lines, rows).map { line, cells in
            let last = cells.last { !$0.isEmpty } ?? StyledLine()
            return (line: line.withoutLast(last.spans.count), last: last)
        }
        let isStacked = beginnings.contains { line, last in
            width - line.displayWidth < min(Self.narrowestCell, last.displayWidth)
        }
        return beginnings.enumerated().flatMap { number, beginning in
            let room = isStacked ? width - indent - 4 : width - beginning.line.displayWidth
            let last = beginning.last
            let parts =
                commandRows.contains(number) ? last.wrappedCommand(to: room) : last.wrapped(to: room, hanging: 0)
            var edge = StyledLine()
            edge.append(spaces: isStacked ? indent + 4 : beginning.line.displayWidth)
            let isBlank = beginning.line.text.allSatisfy { $0 == " " }
            guard isStacked, rows[number].count > 1 else {
                return parts.enumerated().map { ($0 == 0 ? beginning.line : edge) + $1 }
            }
            return (isBlank ? [] : [beginning.line]) + parts.map { edge + $0 }
        }
    }

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
            for (column, width) in widths.enumerated() where width <= widestColumn {
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
