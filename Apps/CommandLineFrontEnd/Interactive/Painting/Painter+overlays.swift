import FeatureKit
import TerminalKit

extension Painter {
    /// Draws an empty box in the middle of the screen.
    ///
    /// Returns the lines and columns inside the box.
    mutating func box(_ title: String, width wanted: Int, height: Int, style: CellStyle? = nil) -> (
        columns: Range<Int>, lines: Range<Int>
    ) {
        let style = style ?? theme.tone(.accent)
        let wide = max(4, min(wanted + 4, width - 2))
        let room = max(0, areas.boxEnd)
        let tall = max(2, min(height + 2, room))
        let (left, top) = (max(0, (width - wide) / 2), max(0, (room - tall) / 2))
        buffer.fill(columns: left..<left + wide, lines: top..<top + tall)
        front = (left..<left + wide, top..<top + tall)
        let side = String(repeating: "─", count: max(0, wide - 2))
        buffer.write("╭\(side)╮", column: left, line: top, style: style)
        buffer.write("╰\(side)╯", column: left, line: top + tall - 1, style: style)
        for line in top + 1..<top + tall - 1 {
            buffer.write("│", column: left, line: line, style: style)
            buffer.write("│", column: left + wide - 1, line: line, style: style)
        }
        if !title.isEmpty {
            buffer.write(" \(title) ", column: left + 2, line: top, style: style.adding(.bold), limit: max(0, wide - 4))
        }
        return (left + 2..<left + wide - 2, top + 1..<top + tall - 1)
    }

    mutating func paint(_ menu: MenuState) {
        let widest = menu.choices.map { $0.title.displayWidth + ($0.key == nil ? 0 : 3) }.max() ?? 0
        // Draw a rule between the choices for the row and the choices for the screen.
        let rule = menu.rowCount > 0 && menu.rowCount < menu.choices.count ? menu.rowCount : nil
        let count = menu.choices.count + (rule == nil ? 0 : 1)
        let (columns, lines) = box(
            menu.title, width: max(widest + 6, min(40, menu.title.displayWidth + 4)), height: count)
        let place = menu.index + (rule.map { menu.index >= $0 ? 1 : 0 } ?? 0)
        let first = scrolled(count, index: place, height: lines.count)
        for (offset, line) in lines.enumerated() where first + offset < count {
            let place = first + offset
            guard place != rule else {
                let dashes = String(repeating: "─", count: columns.count)
                buffer.write(dashes, column: columns.lowerBound, line: line, style: theme.dim)
                continue
            }
            paint(menu, rule.map { place > $0 ? place - 1 : place } ?? place, columns: columns, line: line)
        }
    }

    private mutating func paint(_ menu: MenuState, _ number: Int, columns: Range<Int>, line: Int) {
        let choice = menu.choices[number]
        hit(columns: columns, line: line, .choice(choice))
        let style = choiceStyle(choice, isSelected: number == menu.index, columns: columns, line: line)
        if number < 9 {
            let key = number == menu.index || !choice.isEnabled ? style : theme.key
            buffer.write("\(number + 1)", column: columns.lowerBound + 2, line: line, style: key)
        }
        let note = choice.isEnabled ? choice.key.map { "  \($0)" } ?? "" : " – not now"
        buffer.write(
            choice.title + note, column: columns.lowerBound + 5, line: line, style: style, limit: columns.count - 5)
    }

    mutating func paint(_ palette: PaletteState) {
        let height = max(3, min(14, areas.boxEnd - 3))
        let (columns, lines) = box("Everything", width: 60, height: height)
        guard lines.count > 2 else { return }
        let room = max(1, columns.count - 3)
        buffer.write("❯", column: columns.lowerBound, line: lines.lowerBound, style: theme.key)
        let before = palette.query.beforeCursor.madeVisible.clippedAtFront(to: room)
        let text = before + String(palette.query.text.dropFirst(palette.query.cursor))
        buffer.write(
            palette.query.isEmpty ? "type to find" : text, column: columns.lowerBound + 2, line: lines.lowerBound,
            style: palette.query.isEmpty ? theme.dim : theme.bold, limit: room)
        buffer.cursor = .init(
            column: min(columns.upperBound, columns.lowerBound + 2 + before.displayWidth), line: lines.lowerBound)
        buffer.write(
            String(repeating: "─", count: columns.count), column: columns.lowerBound, line: lines.lowerBound + 1,
            style: theme.dim)
        let list = lines.dropFirst(2)
        if palette.found.count > list.count {
            let count = " \(palette.index + 1) of \(palette.found.count) "
            buffer.write(
                count, column: columns.upperBound - count.displayWidth, line: lines.lowerBound + 1, style: theme.dim)
        }
        if palette.found.isEmpty, let line = list.first {
            buffer.write("Nothing matches", column: columns.lowerBound + 2, line: line, style: theme.dim)
        }
        let titles = min(palette.choices.map { $0.title.displayWidth }.max() ?? 0, columns.count / 2)
        let first = scrolled(palette.found.count, index: palette.index, height: list.count)
        for (offset, line) in list.enumerated() where first + offset < palette.found.count {
            let found = palette.found[first + offset]
            paint(found, isSelected: first + offset == palette.index, titles: titles, columns: columns, line: line)
        }
    }

    private mutating func paint(
        _ found: PaletteState.Found, isSelected: Bool, titles: Int, columns: Range<Int>, line: Int
    ) {
        let choice = found.choice
        hit(columns: columns, line: line, .choice(choice))
        let style = choiceStyle(choice, isSelected: isSelected, columns: columns, line: line)
        var column = columns.lowerBound + 2
        var end = columns.upperBound - 1
        if let key = choice.key, choice.isEnabled {
            end -= key.displayWidth + 1
            buffer.write(key, column: end + 1, line: line, style: isSelected ? style : theme.key)
        }
        for (index, character) in choice.title.madeVisible.enumerated() where column < end {
            let isMeant = found.positions.contains(index)
            let letter = isMeant ? style.adding([.bold, .underline]) : style
            column += buffer.write(String(character), column: column, line: line, style: letter, limit: end - column)
        }
        let detail = choice.isEnabled ? choice.detail : "not now"
        let start = max(column, columns.lowerBound + 2 + titles) + 2
        guard !detail.isEmpty, start < end else { return }
        buffer.write(detail, column: start, line: line, style: isSelected ? style : theme.dim, limit: end - start)
    }

    mutating func paint(_ confirmation: InteractiveState.Confirmation) {
        let title = confirmation.button.title
        let room = max(1, min(52, width - 8))
        let page = state.pages.first { $0.key == confirmation.page } ?? state.page
        let action = page.manifest.action(named: confirmation.button.action)
        let question = confirmation.button.question(about: confirmation.subject, of: action)
            .wrapped(to: room, atMost: 6)
        let note = state.note(of: confirmation)?.wrapped(to: room, atMost: 3) ?? []
        let wide = max((question + note).map(\.displayWidth).max() ?? 0, title.displayWidth + 22)
        let (columns, lines) = box(
            title, width: min(room, wide), height: question.count + note.count + 2,
            style: confirmation.button.role == .destructive ? theme.tone(.critical) : nil)
        for (text, line) in zip(question, lines) {
            buffer.write(text, column: columns.lowerBound, line: line, limit: columns.count)
        }
        for (text, line) in zip(note, lines.dropFirst(question.count)) {
            buffer.write(text, column: columns.lowerBound, line: line, style: theme.dim, limit: columns.count)
        }
        guard let line = lines.last, lines.count > 1 else { return }
        let cancel = Self.pushWidth("n Cancel")
        var column = columns.lowerBound
        column += paintPush(
            "y \(title)", column: column, line: line, limit: columns.count - cancel - 1,
            isFocused: confirmation.isConfirming, .key(KeyPress(.character("y"))))
        column += max(0, min(2, columns.upperBound - column - cancel))
        paintPush(
            "n Cancel", column: column, line: line, limit: columns.upperBound - column,
            isFocused: !confirmation.isConfirming, .key(KeyPress(.character("n"))))
    }

    /// The number of cells that a button takes.
    static func pushWidth(_ title: String) -> Int { title.displayWidth + 3 }

    /// Draws a button.
    ///
    /// Returns the number of cells that the button takes, at most `limit`.
    @discardableResult
    mutating func paintPush(
        _ title: String, column: Int, line: Int, limit: Int = .max, isFocused: Bool, _ target: Hit.Target
    ) -> Int {
        let style = isFocused ? theme.selection.adding(.bold) : theme.dim
        let text = "\(isFocused ? "❯" : " ") \(title.madeVisible.clipped(to: max(0, limit - 3))) "
        let used = buffer.write(text, column: column, line: line, style: style, limit: max(0, limit))
        hit(columns: column..<column + used, line: line, target)
        return used
    }

    // MARK: - Details

    /// The number of lines that the details of a row can show at once.
    private var detailsHeight: Int { max(1, areas.boxEnd - 2) }

    /// Returns the greatest number of a first visible line.
    func lastDetailsLine(_ details: RowDetails) -> Int {
        max(0, lines(of: details, width: detailsWidth).count - detailsHeight)
    }

    private var detailsWidth: Int { max(4, min(76, width - 6)) }

    mutating func paint(_ details: RowDetails) {
        guard let row = state.subject(of: details)?.row else { return }
        let all = lines(of: details, width: detailsWidth)
        let (columns, lines) = box(row.title, width: detailsWidth, height: all.count)
        let first = min(details.firstLine, lastDetailsLine(details))
        write(all, from: first, columns: columns, lines: lines)
    }

    /// Returns the texts of a row in two columns, or one below the other on a narrow terminal.
    private func lines(of details: RowDetails, width: Int) -> [StyledLine] {
        guard let (list, row) = state.subject(of: details) else { return [] }
        var texts = list.details(of: row, fields: page.manifest.titledFields)
        // The frame of the box truncates a long title.
        if row.title.madeVisible.displayWidth > width { texts.insert(("", row.title), at: 0) }
        guard !texts.isEmpty else { return [StyledLine("It has no other values.", .dim)] }
        let labels = min(texts.map(\.title.displayWidth).max() ?? 0, width / 3)
        let room = max(1, width - labels - (labels == 0 ? 0 : 2))
        return texts.flatMap { label, text in
            text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { String($0).wrapped(to: room) }
                .enumerated().map { number, part in
                    let name = StyledLine(number == 0 ? label.madeVisible.clipped(to: labels) : "", .dim)
                    return name + StyledLine(part).indented(labels == 0 ? 0 : labels + 2 - name.displayWidth)
                }
        }
    }

    private var helpWidth: Int { max(4, min(72, width - 6)) }

    /// Returns the greatest number of a first visible line of the help.
    var lastHelpLine: Int { max(0, HelpText(state, width: helpWidth).lines.count - detailsHeight) }

    mutating func paint(_ help: HelpState) {
        let all = HelpText(state, width: helpWidth).lines
        let (columns, lines) = box(HelpText.title(of: state), width: helpWidth, height: all.count)
        write(all, from: min(help.firstLine, lastHelpLine), columns: columns, lines: lines)
    }

    /// Writes texts into a box.
    private mutating func write(_ texts: [StyledLine], from first: Int, columns: Range<Int>, lines: Range<Int>) {
        for (text, line) in zip(texts.dropFirst(first), lines) {
            var column = columns.lowerBound
            for span in text.spans {
                column += buffer.write(
                    span.text, column: column, line: line, style: theme.style(span.style),
                    limit: columns.upperBound - column)
            }
        }
        if first + lines.count < texts.count {
            buffer.write(" ↓ more ", column: columns.upperBound - 9, line: lines.upperBound, style: theme.dim)
        }
    }

    private mutating func choiceStyle(_ choice: Choice, isSelected: Bool, columns: Range<Int>, line: Int) -> CellStyle {
        if isSelected {
            buffer.fill(columns: columns, lines: line..<line + 1, style: theme.selection)
            buffer.write("❯", column: columns.lowerBound, line: line, style: theme.selection.adding(.bold))
            return choice.isEnabled ? theme.selection : theme.selection.adding(.dim)
        }
        if !choice.isEnabled { return theme.dim }
        return choice.role == .destructive ? theme.tone(.critical) : .plain
    }

    /// Returns the number of the first line to show.
    ///
    /// The number is chosen so that the line at `index` is visible.
    func scrolled(_ count: Int, index: Int, height: Int) -> Int {
        max(0, min(index - height / 2, count - height))
    }
}
