import FeatureKit
import Interaction
import TerminalKit

/// The columns of the terminal that a block of the page fills.
private struct Lane {
    /// The first column of the texts.
    let left: Int
    /// The width of the texts in cells.
    let width: Int
    /// The columns of a row, with the space for the selection mark.
    let row: Range<Int>

    init(_ block: PageLayout.Block, ofColumns columns: Int) {
        left = PageLayout.indent + block.column
        width = block.width
        // The last column has the scroll bar.
        row = block.column..<max(block.column, min(left + width + 1, columns - 1))
    }
}

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
                let lane = Lane(block, ofColumns: width)
                switch block.content {
                case .lines(let lines):
                    write(lines[line - block.firstLine], column: lane.left, line: place)
                    addHits(onLine: line, of: block, in: lane, at: place)
                case .rows(let rows): paint(rows, line: line - block.firstLine, in: lane, at: place)
                case .drawing(let drawing):
                    paint(drawing, line: line - block.firstLine, in: lane, at: place)
                case .form(let form): paint(form, line: line - block.firstLine, in: lane, at: place)
                case .buttons(let buttons): paint(buttons, line: line - block.firstLine, in: lane, at: place)
                }
            }
        }
        if let block = page.stickyRows, case .rows(let rows) = block.content, !areas.content.isEmpty {
            let (line, lane) = (areas.content.lowerBound, Lane(block, ofColumns: width))
            buffer.fill(columns: lane.row, lines: line..<line + 1)
            hit(columns: lane.row, line: line, .nothing)
            paintHeading(rows, in: lane, at: line)
        }
        paintFocus()
        paintScrollBar()
    }

    /// Adds the places of tabs, folds, buttons and links on a line of a block.
    private mutating func addHits(onLine line: Int, of block: PageLayout.Block, in lane: Lane, at place: Int) {
        if let stop = page.layout.stop(onLine: line, in: block) { hit(columns: lane.row, line: place, .stop(stop)) }
        for title in page.layout.tabTitles where title.line == line {
            let columns = title.columns.lowerBound + PageLayout.indent..<title.columns.upperBound + PageLayout.indent
            hit(columns: columns, line: place, .tab(section: title.section, id: title.id))
        }
    }

    /// Paints a line of a drawing, and the cross of the person if the drawing has the focus.
    private mutating func paint(_ layout: DrawingLayout, line: Int, in lane: Lane, at place: Int) {
        let id = layout.drawing.id
        let point = page.focus == .drawing(id: id) && state.overlay == nil ? page.cross(on: layout) : nil
        if let point, line == layout.wordsLine {
            return write(StyledLine(layout.words(about: point).clipped(to: lane.width)), column: lane.left, line: place)
        }
        if point != nil, line > layout.wordsLine { return }
        write(layout.lines[line], column: lane.left, line: place)
        let (row, left) = (line - 1, lane.left + 1)
        guard layout.drawing.tap?.enabled == true, (0..<layout.rows).contains(row) else { return }
        hit(columns: left..<left + layout.columns, line: place, .drawing(id, row: row, left: left))
        guard let cell = point.map(layout.cell), cell.row == row else { return }
        buffer.write("+", column: left + cell.column, line: place, style: theme.selection.adding(.bold))
    }

    /// Marks the focused part.
    private mutating func paintFocus() {
        guard let line = page.focusLine, (page.top..<page.top + areas.content.count).contains(line) else { return }
        let column = 1 + (page.focus.flatMap(page.layout.column) ?? 0)
        buffer.write("❯", column: column, line: areas.content.lowerBound + line - page.top, style: theme.key)
    }

    private mutating func paint(_ form: FormLayout, line: Int, in lane: Lane, at place: Int) {
        switch form.lines[line] {
        case .text(let text): write(text, column: lane.left, line: place)
        case .summary(let text):
            write(text, column: lane.left, line: place)
            if let stop = form.stops.first?.stop { hit(columns: lane.row, line: place, .stop(stop)) }
        case .entry(let index, let part):
            let entry = form.entries[index]
            let name = entry.field.name
            let isFocused = page.focus == .field(form: form.form.id, name: name) && state.overlay == nil
            let columns = lane.left..<lane.left + FormLayout.entryWidth(in: lane.width)
            paint(
                entry, at: .page(form: form.form.id, name: name), part: part, isFocused: isFocused,
                isDisabled: form.form.disabled.contains(name),
                labels: form.labels, columns: columns, line: place)
            if isFocused, part == 0 {
                referencePlace = (columns.lowerBound + form.labels + 2..<columns.upperBound, place)
            }
        case .decisions(let decisions, let index):
            let (id, name) = (form.form.id, form.entries[index].field.name)
            let focused = decisions.first { page.focus == .decision($0, form: id, name: name) }
            paint(
                decisions, focused: state.overlay == nil ? focused : nil,
                columns: lane.left + form.labels + 2..<lane.left + lane.width, line: place
            ) { .stop(.decision($0, form: id, name: name)) }
        case .submit:
            let isFocused = page.focus == .submit(form: form.form.id)
            if form.isWorking {
                let tone: Tone = state.silentTime == nil ? .accent : .warning
                write(
                    StyledLine("  \(state.spinner) \(state.workingText)", TextStyle(tone: tone)), column: lane.left,
                    line: place)
            } else if form.form.enabled {
                paintPush(
                    form.title, column: lane.left, line: place, limit: lane.width, isFocused: isFocused,
                    .stop(.submit(form: form.form.id)))
            } else {
                write(StyledLine("  \(form.title) – not now", .dim), column: lane.left, line: place)
            }
        }
    }

    private mutating func paint(_ buttons: ButtonsLayout, line: Int, in lane: Lane, at place: Int) {
        for (number, item) in buttons.items.enumerated() where item.line == line {
            let isFocused = page.focus == .pageButton(number: number) && state.overlay == nil
            let hint = item.keyed.hint
            let style = !hint.isEnabled ? theme.dim : isFocused ? theme.bold : .plain
            let (start, end) = (lane.left + item.column, lane.left + item.column + item.width)
            var column = start
            if !hint.key.isEmpty {
                column +=
                    buffer.write(
                        hint.key, column: column, line: place, style: hint.isEnabled ? theme.key : theme.dim) + 1
            }
            column += buffer.write(hint.text, column: column, line: place, style: style, limit: end - column)
            if state.hasDraft(item.keyed) {
                buffer.write(InteractiveState.draftMark, column: column, line: place, style: theme.key)
            }
            hit(columns: start..<end, line: place, .press(item.keyed.button))
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

    private mutating func paint(_ rows: RowsLayout, line: Int, in lane: Lane, at place: Int) {
        guard rows.rowCount > 0 else {
            let searched = page.hasMoreRows ? " in the \(page.totalRowCount.grouped) rows loaded" : ""
            let text = page.filter.isEmpty ? "Nothing here" : "Nothing matches\(searched)"
            buffer.write(text, column: lane.left, line: place, style: theme.dim, limit: lane.width)
            return
        }
        guard line >= rows.headingCount else { return paintHeading(rows, in: lane, at: place) }
        let index = line - rows.headingCount
        let row = rows[index]
        hit(columns: lane.row, line: place, .row(rows.firstRow + index))
        if !rows.list.bulk.isEmpty {
            hit(columns: lane.row.lowerBound..<lane.left, line: place, .tick(rows.firstRow + index))
        }
        let isSelected = page.focus == nil && page.selection?.number == rows.firstRow + index
        let base = isSelected ? theme.selection : .plain
        if isSelected {
            buffer.fill(columns: lane.row, lines: place..<place + 1, style: base)
        }
        let cursor = isSelected ? page.cell?.edit.field.name : nil
        if isSelected, cursor == nil {
            buffer.write("❯", column: lane.row.lowerBound + 1, line: place, style: base.adding(.bold))
        }
        let markStyle = (isSelected ? base : theme.tone(.accent)).adding(.bold)
        let isTicked = page.ticks.contains(row.id, in: rows.list.id)
        if isTicked { buffer.write("✓", column: lane.row.lowerBound, line: place, style: markStyle) }
        if page.marks.shown.contains(ChangeMarks.Mark(list: rows.list.id, row: row.id)) {
            let column = lane.row.lowerBound + (isTicked ? 2 : 0)
            buffer.write("~", column: column, line: place, style: markStyle)
        }
        defer {
            // A person sees that these rows are about to go.
            if state.isWorking, page.isReplacingRows {
                buffer.restyle(columns: lane.row, line: place) { $0 = $0.adding(.dim) }
            }
        }
        var column = lane.left
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
            let text = cell.clipped(to: layout.width)
            let shift = layout.isRightAligned ? layout.width - text.displayWidth : 0
            let isFirst = number == 0
            if let name = layout.editable {
                hit(
                    columns: column..<column + layout.width + rows.gap, line: place,
                    .cell(rows.firstRow + index, column: name))
            }
            if let cursor, layout.editable == cursor {
                let cell = column..<column + layout.width
                mark(cell, in: lane.left..<lane.left + lane.width, line: place, style: base.adding(.bold))
            }
            let style =
                isSelected
                ? (isFirst ? base.adding(.bold) : base) : isFirst || rows.list.columns != nil ? tone : theme.dim
            buffer.write(text, column: column + shift, line: place, style: style, limit: layout.width)
            column += layout.width + rows.gap
        }
        if row.opens != nil {
            buffer.write(
                "›", column: lane.left + lane.width - 1, line: place, style: isSelected ? base.adding(.bold) : theme.key
            )
        }
    }

    private mutating func paintHeading(_ rows: RowsLayout, in lane: Lane, at place: Int) {
        var column = lane.left + (rows.hasTones ? 2 : 0) + (rows.hasSelection ? 2 : 0)
        if rows.skipped > 0 {
            buffer.write("‹", column: column - 2, line: place, style: theme.key)
            hit(columns: lane.row.lowerBound..<column, line: place, .key(KeyPress(.character("<"))))
        }
        if rows.hasMoreColumns {
            let end = lane.left + lane.width
            buffer.write("›", column: end, line: place, style: theme.key)
            hit(columns: end - 1..<end + 1, line: place, .key(KeyPress(.character(">"))))
        }
        for layout in rows.columns {
            if let sort = rows.list.columns?[layout.index].sort {
                hit(columns: column..<column + layout.width, line: place, .press(sort))
            }
            let title = layout.title.madeVisible.clipped(to: layout.width)
            let shift = layout.isRightAligned ? layout.width - title.displayWidth : 0
            buffer.write(
                title, column: column + shift, line: place, style: CellStyle(nil, on: nil, [.bold, .underline]))
            column += layout.width + rows.gap
        }
    }

    /// Draws the scroll bar if the content does not fit.
    private mutating func paintScrollBar() {
        // Rows that are not loaded count too.
        let missing = page.layout.lists.reduce(0) { count, list in
            count + (list.more == nil ? 0 : max(0, (list.total?.count ?? 0) - list.rows.count))
        }
        let (height, total) = (areas.content.count, page.layout.lineCount + missing)
        guard height > 2, total > height else { return }
        let bar = ScrollBar(first: areas.content.lowerBound, height: height, total: total)
        let thumb = bar.thumb(at: page.top)
        for place in areas.content {
            let isThumb = thumb.contains(place)
            hit(columns: width - 1..<width, line: place, .scrollBar(bar))
            buffer.write(isThumb ? "┃" : "│", column: width - 1, line: place, style: isThumb ? .plain : theme.dim)
        }
    }
}
