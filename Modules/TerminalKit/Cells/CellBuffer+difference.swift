extension CellBuffer {
    /// Returns the bytes that make a terminal show this buffer.
    ///
    /// The bytes write only the cells that differ, as a synchronized update (DEC mode 2026). A terminal that supports
    /// this mode shows all changes at once. On any other terminal the update flickers a little.
    ///
    /// - Parameters:
    ///   - shown: The buffer that the terminal currently shows. If it is `nil` or has another size, every cell is
    ///     written.
    ///   - depth: The colours that the terminal supports.
    ///   - repertoire: The characters that the terminal shows.
    /// - Returns: The bytes; empty if no cell differs.
    package func bytes(
        from shown: CellBuffer?, depth: Color.Depth, repertoire: Repertoire = .unicode
    ) -> [UInt8] {
        var writer = CellWriter(width: width, depth: depth, repertoire: repertoire)
        let old = shown.flatMap { $0.width == width && $0.height == height ? $0 : nil }
        if let old, old.cells == cells, old.cursor == cursor { return [] }
        writer.begin(hidesCursor: old?.cursor != nil || old == nil, clears: old == nil)
        let before = old?.cells ?? Array(repeating: .blank, count: cells.count)
        for line in 0..<height {
            let range = line * width..<(line + 1) * width
            guard before[range] != cells[range] else { continue }
            writer.write(cells[range], over: before[range], line: line)
        }
        return writer.end(cursor: cursor)
    }
}

/// Collects the bytes of one update.
private struct CellWriter {
    /// The smallest number of unchanged cells that the cursor skips.
    ///
    /// A shorter run of cells is written again.
    private static let shortestStep = 4
    /// The greatest number of blank cells at the end of a line that are written as spaces.
    ///
    /// A longer run of blank cells is erased with one control sequence.
    private static let shortestErasure = 4

    private let width: Int
    private let depth: Color.Depth
    private let repertoire: Repertoire
    private var bytes: [UInt8] = []
    private var style: CellStyle?
    /// The position of the terminal's cursor; `nil` if it is unknown.
    private var place: (column: Int, line: Int)?

    init(width: Int, depth: Color.Depth, repertoire: Repertoire) {
        (self.width, self.depth, self.repertoire) = (width, depth, repertoire)
        bytes.reserveCapacity(4096)
    }

    mutating func begin(hidesCursor: Bool, clears: Bool) {
        append("\u{1B}[?2026h")
        if hidesCursor { append("\u{1B}[?25l") }
        if clears { append("\u{1B}[m\u{1B}[2J") }
        if clears { style = .plain }
    }

    mutating func end(cursor: CellBuffer.Position?) -> [UInt8] {
        if style != .plain, style != nil { append("\u{1B}[m") }
        if let cursor {
            append("\u{1B}[\(cursor.line + 1);\(cursor.column + 1)H\u{1B}[?25h")
        }
        append("\u{1B}[?2026l")
        return bytes
    }

    mutating func write(_ cells: ArraySlice<Cell>, over before: ArraySlice<Cell>, line: Int) {
        let start = cells.startIndex
        var end = cells.endIndex
        while end > start, cells[end - 1] == .blank { end -= 1 }
        // If the end of the line has enough new blank cells, erase the end of the line with one control sequence.
        let erasable = (end..<cells.endIndex).count { before[$0] != .blank } > Self.shortestErasure
        if !erasable { end = cells.endIndex }
        var index = start
        while index < end {
            guard cells[index] != before[index] else {
                index += 1
                continue
            }
            // If the change begins in the second cell of a wide character, begin at its first cell.
            if cells[index].width == 0, index > start { index -= 1 }
            step(to: index - start, line: line, over: cells, start: start)
            put(cells[index], column: index - start, line: line)
            index += max(1, Int(cells[index].width))
        }
        guard erasable else { return }
        move(to: end - start, line: line)
        set(.plain)
        append("\u{1B}[K")
    }

    /// Moves the cursor to a cell.
    ///
    /// If that takes fewer bytes, this method writes the unchanged cells up to that cell again.
    private mutating func step(to column: Int, line: Int, over cells: ArraySlice<Cell>, start: Int) {
        guard let place, place.line == line, place.column < column, column - place.column < Self.shortestStep else {
            return move(to: column, line: line)
        }
        let between = cells[start + place.column..<start + column]
        guard between.allSatisfy({ $0.width == 1 && $0.style == style && $0.character.isPlain }) else {
            return move(to: column, line: line)
        }
        for (offset, cell) in between.enumerated() { put(cell, column: place.column + offset, line: line) }
    }

    private mutating func move(to column: Int, line: Int) {
        if let place, place == (column, line) { return }
        if let place, place.line == line, column > place.column {
            append(column == place.column + 1 ? "\u{1B}[C" : "\u{1B}[\(column - place.column)C")
        } else {
            append(column == 0 ? "\u{1B}[\(line + 1)H" : "\u{1B}[\(line + 1);\(column + 1)H")
        }
        place = (column, line)
    }

    private mutating func put(_ cell: Cell, column: Int, line: Int) {
        set(cell.style)
        let next = column + max(1, Int(cell.width))
        // After the last column, and after clusters of several scalars, the cursor's position depends on the terminal.
        let isKnown: Bool
        switch repertoire {
        case .unicode:
            bytes += String(cell.character).utf8
            isKnown = cell.character.isPlain || cell.character.unicodeScalars.count == 1
        case .ascii:
            bytes += repertoire.bytes(of: cell.character, width: Int(cell.width))
            isKnown = true
        }
        place = next < width && isKnown ? (next, line) : nil
    }

    private mutating func set(_ new: CellStyle) {
        guard style != new else { return }
        append(new.sequence(depth: depth))
        style = new
    }

    private mutating func append(_ text: String) { bytes += text.utf8 }
}

extension Character {
    fileprivate var isPlain: Bool { utf8.count == 1 }
}
