/// The cells of a whole screen.
///
/// The buffer clips written text, and replaces control characters (``Swift/String/madeVisible``). Text can therefore
/// never reach the terminal as a control sequence.
package struct CellBuffer: Sendable, Hashable {
    /// A position on the screen.
    ///
    /// The first position is column 0, line 0.
    package struct Position: Sendable, Hashable {
        /// The column, from 0 at the left.
        package var column: Int
        /// The line, from 0 at the top.
        package var line: Int

        /// Creates a position.
        package init(column: Int, line: Int) {
            (self.column, self.line) = (column, line)
        }
    }

    /// The number of columns.
    package let width: Int
    /// The number of lines.
    package let height: Int
    /// The cells, line by line.
    package private(set) var cells: [Cell]
    /// The position of the cursor; `nil` hides it.
    package var cursor: Position?

    /// Creates an empty buffer.
    package init(width: Int, height: Int) {
        (self.width, self.height) = (max(0, width), max(0, height))
        cells = Array(repeating: .blank, count: self.width * self.height)
    }

    /// The cell at a position.
    ///
    /// The position must be within the buffer.
    package subscript(column: Int, line: Int) -> Cell { cells[line * width + column] }

    /// Writes text on one line.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of cells to use. A longer text is truncated and ends with `…`.
    /// - Returns: The number of cells used.
    @discardableResult
    package mutating func write(
        _ text: String, column: Int, line: Int, style: CellStyle = .plain, limit: Int = .max
    ) -> Int {
        guard line >= 0, line < height else { return 0 }
        let room = min(limit, width - column)
        guard room > 0 else { return 0 }
        var used = 0
        for character in text.madeVisible.clipped(to: room) {
            let size = character.displayWidth
            guard size > 0 else { continue }
            put(Cell(character: character, width: Int8(size), style: style), column: column + used, line: line)
            used += size
        }
        return used
    }

    /// Fills a rectangle with spaces in a style.
    package mutating func fill(columns: Range<Int>, lines: Range<Int>, style: CellStyle = .plain) {
        for line in lines.clamped(to: 0..<height) {
            for column in columns.clamped(to: 0..<width) {
                put(Cell(character: " ", width: 1, style: style), column: column, line: line)
            }
        }
    }

    /// Changes the style of cells in one line.
    ///
    /// The characters stay.
    package mutating func restyle(columns: Range<Int>, line: Int, _ change: (inout CellStyle) -> Void) {
        guard line >= 0, line < height else { return }
        for column in columns.clamped(to: 0..<width) { change(&cells[line * width + column].style) }
    }

    private mutating func put(_ cell: Cell, column: Int, line: Int) {
        guard column >= 0, column + Int(cell.width) <= width else { return }
        let index = line * width + column
        // If a write replaces one cell of a wide character, the other cell becomes blank.
        if cells[index].width == 0, column > 0 { blank(index - 1) }
        let last = index + Int(cell.width) - 1
        if cells[last].width == 2, column + Int(cell.width) < width { blank(last + 1) }
        cells[index] = cell
        if cell.width == 2 { cells[index + 1] = .covered(cell.style) }
    }

    private mutating func blank(_ index: Int) {
        cells[index] = Cell(character: " ", width: 1, style: cells[index].style)
    }

    /// Returns the characters of a line.
    ///
    /// A wide character appears once, although it occupies two cells.
    package func text(line: Int) -> String {
        String(cells[line * width..<(line + 1) * width].filter { $0.width > 0 }.map(\.character))
    }
}
