import FeatureKit

// The lines of a page that are in sight.

extension InteractivePage {
    /// The visible lines, without the lines that a table heading covers.
    var linesInSight: Range<Int> {
        let first = top + min(stickyLines, max(0, height))
        return first..<max(first, min(layout.lineCount, top + height))
    }

    /// The numbers of a list's rows that are visible, counted from 1; `nil` if none is visible.
    func rowsInSight(of list: String) -> ClosedRange<Int>? {
        guard let first = layout.firstRow(of: list) else { return nil }
        let numbers = linesInSight.lazy.compactMap { line in layout.row(onLine: line) }
        let seen = numbers.filter { number in layout.place(of: number)?.rows.list.id == list }
        guard let least = seen.first, let last = seen.last else { return nil }
        return least - first + 1...last - first + 1
    }

    mutating func keepSelectionInSight() {
        scroll(to: top)
        guard let line = focusLine ?? selectedLine else { return }
        if line > top + height - 1 { scroll(to: line - height + 1) }
        if line < top { scroll(to: line) }
        if case .drawing(let id) = focus, let drawing = drawing(id) {
            // The words about the cross are in sight, and then its row.
            let (words, row) = (line + drawing.wordsLine, line + 1 + drawing.cell(of: cross(on: drawing)).row)
            if words > top + height - 1 { scroll(to: words - height + 1) }
            if row < top { scroll(to: row) }
        }
        // A table's heading can cover the first visible line. Check this only after scrolling, because scrolling can
        // make the heading appear.
        if line < top + stickyLines { scroll(to: line - stickyLines) }
    }

    /// The number of visible lines that a table's heading covers.
    var stickyLines: Int { stickyRows == nil ? 0 : 1 }

    /// The block of the table whose rows are visible while its own heading is not.
    var stickyRows: PageLayout.Block? {
        layout.blocks.first { block in
            guard case .rows(let rows) = block.content else { return false }
            return block.firstLine < top && top < block.firstLine + block.lineCount && rows.headingCount > 0
                && rows.rowCount > 0
        }
    }
}
