import FeatureKit
import TerminalKit

extension Painter {
    mutating func paintContent() {
        if page.layout.lineCount == 0, page.screen.phase.isLoading { return paintWaiting() }
        if page.layout.isCentered { return paintCentered() }
        for block in page.layout.blocks {
            let first = max(block.firstLine, page.top)
            let end = min(block.firstLine + block.lineCount, page.top + areas.content.count)
            guard first < end else { continue }
            for line in first..<end {
                let place = areas.content.lowerBound + line - page.top
                switch block.content {
                case .lines(let lines): write(lines[line - block.firstLine], column: PageLayout.indent, line: place)
                case .rows(let rows): paint(rows, line: line - block.firstLine, at: place)
                case .form(let form): paint(form, line: line - block.firstLine, at: place)
                }
            }
        }
        if let rows = page.stickyRows, !areas.content.isEmpty {
            let line = areas.content.lowerBound
            buffer.fill(columns: 0..<width, lines: line..<line + 1)
            paintHeading(rows, at: line)
        }
        paintFocus()
        paintScrollBar()
    }

    /// Marks the focused part.
    private mutating func paintFocus() {
        guard let line = page.focusLine, (page.top..<page.top + areas.content.count).contains(line) else { return }
        buffer.write("❯", column: 1, line: areas.content.lowerBound + line - page.top, style: theme.key)
    }

    private mutating func paint(_ form: FormLayout, line: Int, at place: Int) {
        switch form.lines[line] {
        case .text(let text): write(text, column: PageLayout.indent, line: place)
        case .entry(let index, let part):
            let entry = form.entries[index]
            let name = entry.field.name
            let isFocused = page.focus == .field(form: form.form.id, name: name) && state.overlay == nil
            let columns = PageLayout.indent..<max(PageLayout.indent + 1, min(width - PageLayout.margin, 80))
            paint(
                entry, part: part, isFocused: isFocused, isDisabled: form.form.disabled.contains(name),
                labels: form.labels, columns: columns, line: place)
        case .submit:
            let isFocused = page.focus == .submit(form: form.form.id)
            if form.isWorking {
                write(
                    StyledLine("  \(state.spinner) Working…", TextStyle(tone: .accent)), column: PageLayout.indent,
                    line: place)
            } else if form.form.enabled {
                paintPush(form.title, column: PageLayout.indent, line: place, isFocused: isFocused)
            } else {
                write(StyledLine("  \(form.title) – not now", .dim), column: PageLayout.indent, line: place)
            }
        }
    }

    private mutating func write(_ line: StyledLine, column: Int, line number: Int) {
        var column = column
        for span in line.spans {
            column += buffer.write(span.text, column: column, line: number, style: theme.style(span.style))
        }
    }

    // MARK: - Messages

    private mutating func paintWaiting() {
        let line = areas.content.lowerBound + areas.content.count / 3
        guard areas.content.contains(line) else { return }
        let text = "\(state.spinner) \(page.screen.phase.loadingText)"
        center(text, line: line, style: theme.tone(.accent))
        guard case .loading(_, let fraction?) = page.screen.phase, fraction.isFinite, areas.content.contains(line + 1)
        else {
            return
        }
        center(ProgressBar.line(share: fraction), line: line + 1, style: theme.tone(.accent))
    }

    private mutating func paintCentered() {
        guard case .lines(let lines)? = page.layout.blocks.first?.content else { return }
        let first = areas.content.lowerBound + max(0, (areas.content.count - lines.count) / 3) - page.top
        for (index, line) in lines.enumerated() where areas.content.contains(first + index) {
            write(line, column: max(PageLayout.indent, (width - line.displayWidth) / 2), line: first + index)
        }
    }

    private mutating func center(_ text: String, line: Int, style: CellStyle) {
        buffer.write(
            text, column: max(1, (width - text.displayWidth) / 2), line: line, style: style, limit: max(1, width - 2))
    }

    // MARK: - Rows

    private mutating func paint(_ rows: RowsLayout, line: Int, at place: Int) {
        guard rows.rowCount > 0 else {
            let searched = page.hasMoreRows ? " in the \(page.totalRowCount.grouped) rows loaded" : ""
            let text = page.filter.isEmpty ? "Nothing here" : "Nothing matches\(searched)"
            buffer.write(text, column: PageLayout.indent, line: place, style: theme.dim)
            return
        }
        guard line >= rows.headingCount else { return paintHeading(rows, at: place) }
        let index = line - rows.headingCount
        let row = rows[index]
        let isSelected = page.focus == nil && page.selection?.number == rows.firstRow + index
        let base = isSelected ? theme.selection : .plain
        if isSelected {
            buffer.fill(columns: 0..<width - 1, lines: place..<place + 1, style: base)
            buffer.write("❯", column: 1, line: place, style: base.adding(.bold))
        }
        var column = PageLayout.indent
        let tone = isSelected ? base : theme.tone(row.tone ?? .plain)
        if rows.hasSelection {
            if rows.list.selected == row.id {
                buffer.write("✓", column: column, line: place, style: isSelected ? base.adding(.bold) : theme.bold)
            }
            column += 2
        }
        if rows.hasTones {
            if let sign = row.tone?.sign { buffer.write(sign, column: column, line: place, style: tone) }
            column += 2
        }
        let cells = rows.cells(of: row)
        for (number, (cell, layout)) in zip(cells, rows.columns).enumerated() {
            let text = cell.madeVisible.clipped(to: layout.width)
            let shift = layout.isRightAligned ? layout.width - text.displayWidth : 0
            let isFirst = number == 0
            let style =
                isSelected
                ? (isFirst ? base.adding(.bold) : base) : isFirst || rows.list.columns != nil ? tone : theme.dim
            buffer.write(text, column: column + shift, line: place, style: style, limit: layout.width)
            column += layout.width + rows.gap
        }
        if row.opens != nil {
            buffer.write("›", column: width - 3, line: place, style: isSelected ? base.adding(.bold) : theme.key)
        }
    }

    private mutating func paintHeading(_ rows: RowsLayout, at place: Int) {
        var column = PageLayout.indent + (rows.hasTones ? 2 : 0) + (rows.hasSelection ? 2 : 0)
        for layout in rows.columns {
            let title = layout.title.madeVisible.clipped(to: layout.width)
            let shift = layout.isRightAligned ? layout.width - title.displayWidth : 0
            buffer.write(
                title, column: column + shift, line: place, style: CellStyle(nil, on: nil, [.bold, .underline]))
            column += layout.width + rows.gap
        }
    }

    /// Draws the scroll bar if the content does not fit.
    private mutating func paintScrollBar() {
        let (height, total) = (areas.content.count, page.layout.lineCount)
        guard height > 2, total > height else { return }
        let size = max(1, height * height / total)
        let start = (height - size) * page.top / max(1, total - height)
        for line in 0..<height {
            let isThumb = (start..<start + size).contains(line)
            let place = areas.content.lowerBound + line
            buffer.write(isThumb ? "┃" : "│", column: width - 1, line: place, style: isThumb ? .plain : theme.dim)
        }
    }
}
