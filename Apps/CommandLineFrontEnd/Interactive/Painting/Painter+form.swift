import FeatureKit
import Interaction
import TerminalKit

extension Painter {
    private struct FormLine {
        enum Content {
            /// A line of an entry. Its number is counted from the first line of the entry.
            case entry(Int, line: Int)
            case note(String, CellStyle)
            /// The buttons that decide about another person's value.
            case decisions
            case blank
            /// A line of the list of the records that the field can name.
            case reference(Int)
        }
        let content: Content
        /// The index of the entry that the line belongs to.
        let entry: Int
    }

    mutating func paint(_ form: FormState) {
        let subject = form.subject.map { ": \($0)" } ?? ""
        let title = form.button.title + subject + (form.isDraft ? " (draft)" : "")
        let room = max(8, min(64, width - 6))
        let labels = min(form.entries.map { $0.field.title.displayWidth }.max() ?? 0, max(4, room / 3))
        var lines = self.lines(of: form, room: room - labels - 2, spaced: true)
        // Reserve the last lines for the buttons and the form's messages. On a low terminal, no blank line is between
        // them, and one field stays visible.
        let most = max(0, areas.boxEnd - 2)
        let gap = most < 6 ? 1 : 2
        let messages =
            (remark(form.message, "✗", theme.tone(.critical), room: room)
            + remark(form.note, "!", theme.tone(.warning), room: room)).prefix(max(0, most - gap - 1))
        let below = messages.count + gap
        if lines.count + below > most {
            lines = self.lines(of: form, room: room - labels - 2, spaced: false, referenceLimit: most - below - 1)
        }
        let (columns, inside) = box(title, width: room, height: lines.count + below)
        let height = max(1, inside.count - below)
        var focused = lines.indices.filter { lines[$0].entry == min(form.focus, form.entries.count - 1) }
        if focused.count > height, form.entries.indices.contains(form.focus) {
            // If an entry does not fit, show only the line with its cursor or with its focused button.
            let line = form.entries[form.focus].cursorLine(in: room - labels - 2)
            let isFocused = { (line: FormLine) in if case .decisions = line.content { true } else { false } }
            focused =
                form.decision == nil
                ? Array(focused.dropFirst(line).prefix(1)) : focused.filter { isFocused(lines[$0]) }
        }
        let isBelow = form.focus >= form.entries.count
        let first =
            isBelow
            ? max(0, lines.count - height)
            : max(0, min(focused.first ?? 0, lines.count - height, max(0, (focused.last ?? 0) - height + 1)))
        let start = isBelow ? first : (focused.last ?? 0) < height ? 0 : first
        for (line, place) in zip(lines.dropFirst(start), inside.prefix(height)) {
            switch line.content {
            case .blank: break
            case .reference(let number):
                paintReference(
                    number, of: lines.count { if case .reference = $0.content { true } else { false } },
                    columns: columns.lowerBound + labels + 2..<columns.upperBound, line: place)
            case .note(let text, let style):
                buffer.write(text, column: columns.lowerBound + labels + 2, line: place, style: style)
            case .decisions:
                paint(
                    Decision.allCases, focused: line.entry == form.focus ? form.decision : nil,
                    columns: columns.lowerBound + labels + 2..<columns.upperBound, line: place
                ) { .entry(.dialog(line.entry), .decide($0)) }
            case .entry(let index, let part):
                paint(form, index, part: part, labels: labels, columns: columns, line: place)
            }
        }
        if start > 0 { buffer.write("↑", column: columns.upperBound, line: inside.lowerBound, style: theme.dim) }
        if start + height < lines.count {
            buffer.write("↓", column: columns.upperBound, line: inside.lowerBound + height - 1, style: theme.dim)
        }
        for ((text, style), place) in zip(messages, inside.suffix(below)) {
            buffer.write(text, column: columns.lowerBound, line: place, style: style)
        }
        guard let line = inside.last else { return }
        if form.call != nil {
            let style = theme.tone(state.silentTime == nil ? .accent : .warning)
            buffer.write(
                "\(state.spinner) \(state.workingText)", column: columns.lowerBound, line: line, style: style,
                limit: columns.count)
            return buffer.cursor = nil
        }
        var column = columns.lowerBound
        column += paintPush(
            form.submitTitle, column: column, line: line,
            limit: columns.count - Self.pushWidth("Cancel") - 1, isFocused: form.isOnSubmit, .key(.control("s")))
        column += max(0, min(2, columns.upperBound - column - Self.pushWidth("Cancel")))
        paintPush(
            "Cancel", column: column, line: line, limit: columns.upperBound - column, isFocused: form.isOnCancel,
            .discard)
    }

    /// Draws the buttons that decide about another person's value, side by side.
    mutating func paint(
        _ decisions: [Decision], focused: Decision?, columns: Range<Int>, line: Int,
        _ target: (Decision) -> Hit.Target
    ) {
        var column = columns.lowerBound
        for decision in decisions {
            column += paintPush(
                decision.title, column: column, line: line, limit: columns.upperBound - column,
                isFocused: decision == focused, target(decision))
        }
    }

    /// Returns the lines of a remark below the fields, with its sign.
    private func remark(
        _ text: String?, _ sign: String, _ style: CellStyle, room: Int
    ) -> [(text: String, style: CellStyle)] {
        let lines = text?.wrapped(to: max(1, room - 2), atMost: 3) ?? []
        return lines.enumerated().map { ("\($0 == 0 ? sign : " ") \($1)", style) }
    }

    /// Returns the lines of the form's fields, each field with its rule or its error.
    ///
    /// - Parameter referenceLimit: The maximum number of lines for the list below the focused field.
    private func lines(
        of form: FormState, room: Int, spaced: Bool, referenceLimit: Int = ReferenceList.rowLimit
    ) -> [FormLine] {
        let list = state.references.flatMap { $0.isOpen && form.belongs($0) && form.call == nil ? $0 : nil }
        return form.entries.enumerated().flatMap { index, entry in
            var lines = (0..<entry.height(in: max(1, room))).map {
                FormLine(content: .entry(index, line: $0), entry: index)
            }
            if let theirs = entry.theirs {
                let note = Decision.note(about: theirs, of: entry.field, isContested: true)
                lines += note.wrapped(to: max(1, room), atMost: 3).map {
                    FormLine(content: .note($0, theme.tone(.warning)), entry: index)
                }
                lines.append(FormLine(content: .decisions, entry: index))
            }
            if let error = entry.error {
                lines += "✗ \(error)".wrapped(to: max(1, room), atMost: 3).map {
                    FormLine(content: .note($0, theme.tone(.critical)), entry: index)
                }
            } else if index == form.focus, list != nil {
                // The list says enough.
            } else if entry.theirs == nil, spaced || index == form.focus {
                lines += entry.field.rule.wrapped(to: max(1, room), atMost: spaced ? 3 : 1).map {
                    FormLine(content: .note($0, theme.dim), entry: index)
                }
            }
            if index == form.focus, let list {
                lines += (0..<max(1, min(list.lineCount, referenceLimit))).map {
                    FormLine(content: .reference($0), entry: index)
                }
            }
            if spaced, index < form.entries.count - 1 { lines.append(FormLine(content: .blank, entry: index)) }
            return lines
        }
    }

    private mutating func paint(
        _ form: FormState, _ index: Int, part: Int, labels: Int, columns: Range<Int>, line: Int
    ) {
        let isFocused = index == form.focus && form.decision == nil && form.call == nil
        paint(
            form.entries[index], at: .dialog(index), part: part, isFocused: isFocused, isDisabled: false,
            labels: labels, columns: columns, line: line)
    }

    /// Draws the label of a field and one line of the field's text.
    mutating func paint(
        _ entry: FormState.Entry, at entryPlace: Hit.EntryPlace, part: Int = 0, isFocused: Bool, isDisabled: Bool,
        labels: Int, columns: Range<Int>, line: Int
    ) {
        if part == 0 {
            let label = isFocused ? theme.key : isDisabled ? theme.dim : .plain
            buffer.write(entry.field.title, column: columns.lowerBound, line: line, style: label, limit: labels)
        }
        let start = columns.lowerBound + labels + 2
        let room = max(1, columns.upperBound - start)
        guard !isDisabled else {
            let text = entry.choices == nil ? entry.disabledText(ofLine: part) : entry.text.choiceTitle(entry.field)
            // Not every terminal shows pale text.
            let note = part == 0 ? " – not now" : ""
            let shown = text.madeVisible.clipped(to: max(1, room - note.displayWidth))
            buffer.write(shown + note, column: start, line: line, style: theme.dim, limit: room)
            return
        }
        hit(columns: columns.lowerBound..<columns.upperBound, line: line, .entry(entryPlace, .focus))
        if paintRadios(entry, at: entryPlace, isFocused: isFocused, columns: start..<start + room, line: line) {
            return
        }
        let style = theme.field(isFocused: isFocused)
        buffer.fill(columns: start..<start + room, lines: line..<line + 1, style: style)
        if entry.choices != nil {
            let title = entry.text.choiceTitle(entry.field)
            buffer.write("‹", column: start, line: line, style: style.adding(isFocused ? .bold : .dim))
            let used = buffer.write(title, column: start + 2, line: line, style: style, limit: max(0, room - 4))
            buffer.write("›", column: start + 3 + used, line: line, style: style.adding(isFocused ? .bold : .dim))
            if isFocused { buffer.cursor = .init(column: start + 2, line: line) }
            let order = entry.choices ?? []
            let index = order.firstIndex(of: entry.text) ?? -1
            if !order.isEmpty {
                let (previous, next) = (order[max(0, index - 1)], order[min(order.count - 1, index + 1)])
                hit(columns: start..<start + 2, line: line, .entry(entryPlace, .choose(previous)))
                hit(columns: start + 3 + used..<start + 5 + used, line: line, .entry(entryPlace, .choose(next)))
            }
            return
        }
        if !entry.options.isEmpty {
            var column = start
            for index in entry.optionLines(in: room)[part] {
                let option = entry.options[index]
                let isCurrent = isFocused && entry.option == index
                if isCurrent {
                    buffer.write("❯", column: column - 1, line: line, style: theme.key)
                    buffer.cursor = .init(column: column + 1, line: line)
                }
                let used = buffer.write(
                    "[\(entry.isTicked(option) ? "x" : " ")] \(option.madeVisible)", column: column, line: line,
                    style: isCurrent ? theme.selection : style, limit: start + room - column)
                hit(columns: column..<column + used, line: line, .entry(entryPlace, .toggle(index)))
                column += used + FormState.Entry.optionGap
            }
            return
        }
        let textRoom =
            room - paintLength(of: entry, part: part, room: room, style: style, end: start + room, line: line)
        let (shown, cursor) = entry.shownText(ofLine: part)
        let before = String(shown.prefix(cursor ?? 0)).madeVisible.clippedAtFront(to: textRoom - 1)
        let text = isFocused && cursor != nil ? before + String(shown.dropFirst(cursor ?? 0)) : String(shown)
        let used = buffer.write(text, column: start, line: line, style: style, limit: textRoom)
        if isFocused, cursor != nil {
            buffer.cursor = .init(column: min(width - 1, start + before.displayWidth), line: line)
        }
        if entry.field.isSlider, let fraction = entry.field.sliderFraction(of: entry.text), room - used > 8 {
            let length = min(24, room - used - 4)
            let done = Int((fraction * Double(length - 1)).rounded())
            let bar = String(repeating: "━", count: done) + "●" + String(repeating: "─", count: length - 1 - done)
            buffer.write(bar, column: start + room - length, line: line, style: style.adding(.dim))
            let place = start + room - length..<start + room
            hit(columns: place, line: line, .entry(entryPlace, .slide(place)))
        }
    }

    /// Draws the length of a text that is near its maximum at the end of the text's last line.
    ///
    /// Returns the number of cells that the text cannot use.
    private mutating func paintLength(
        of entry: FormState.Entry, part: Int, room: Int, style: CellStyle, end: Int, line: Int
    ) -> Int {
        guard part == entry.textHeight - 1, let length = entry.lengthNote, room > length.text.displayWidth + 8 else {
            return 0
        }
        let tone = length.isOver ? CellStyle(theme.tone(.warning).foreground, on: style.background) : style.adding(.dim)
        let width = length.text.displayWidth
        buffer.write(length.text, column: end - width, line: line, style: tone, limit: width)
        return width + 1
    }

    /// Draws all choices of a field side by side, if they fit into the line.
    ///
    /// Returns whether they fit.
    private mutating func paintRadios(
        _ entry: FormState.Entry, at place: Hit.EntryPlace, isFocused: Bool, columns: Range<Int>, line: Int
    ) -> Bool {
        guard let choices = entry.choices, choices.count <= 4 else { return false }
        let titles = choices.map { $0.choiceTitle(entry.field).madeVisible }
        guard titles.reduce(0, { $0 + $1.displayWidth + 6 }) - 2 <= columns.count else { return false }
        var column = columns.lowerBound
        for (text, title) in zip(choices, titles) {
            let isChosen = entry.text == text
            let style = isFocused ? (isChosen ? theme.key : .plain) : isChosen ? theme.bold : theme.dim
            if isFocused, isChosen { buffer.cursor = .init(column: column + 1, line: line) }
            let used = buffer.write("(\(isChosen ? "•" : " ")) \(title)", column: column, line: line, style: style)
            hit(columns: column..<column + used, line: line, .entry(place, .choose(text)))
            column += used + 2
        }
        return true
    }
}
