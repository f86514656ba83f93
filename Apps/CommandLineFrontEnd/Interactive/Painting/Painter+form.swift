import FeatureKit
import TerminalKit

extension Painter {
    private struct FormLine {
        enum Content {
            case entry(Int)
            case note(String, CellStyle)
            case blank
        }
        let content: Content
        /// The entry that it belongs to.
        let entry: Int
    }

    mutating func paint(_ form: FormState) {
        let title = form.subject.map { "\(form.button.title): \($0)" } ?? form.button.title
        let room = max(8, min(64, width - 6))
        let labels = min(form.entries.map { $0.field.title.displayWidth }.max() ?? 0, max(4, room / 3))
        var lines = self.lines(of: form, room: room - labels - 2, spaced: true)
        let message = form.message.map { $0.wrapped(to: max(1, room - 2)).prefix(2) } ?? []
        // What is pressed stands below, and what is wrong with all of it.
        let below = message.count + 2
        if lines.count + below > areas.footer - 2 {
            lines = self.lines(of: form, room: room - labels - 2, spaced: false)
        }
        let (columns, inside) = box(title, width: room, height: lines.count + below)
        let height = max(1, inside.count - below)
        let focused = lines.indices.filter { lines[$0].entry == min(form.focus, form.entries.count - 1) }
        let isBelow = form.focus >= form.entries.count
        let first =
            isBelow
            ? max(0, lines.count - height)
            : max(0, min(focused.first ?? 0, lines.count - height, max(0, (focused.last ?? 0) - height + 1)))
        let start = isBelow ? first : (focused.last ?? 0) < height ? 0 : first
        for (line, place) in zip(lines.dropFirst(start), inside.prefix(height)) {
            switch line.content {
            case .blank: break
            case .note(let text, let style):
                buffer.write(text, column: columns.lowerBound + labels + 2, line: place, style: style)
            case .entry(let index): paint(form, index, labels: labels, columns: columns, line: place)
            }
        }
        if start > 0 { buffer.write("↑", column: columns.upperBound, line: inside.lowerBound, style: theme.dim) }
        if start + height < lines.count {
            buffer.write("↓", column: columns.upperBound, line: inside.lowerBound + height - 1, style: theme.dim)
        }
        for (text, place) in zip(message, inside.suffix(below)) {
            buffer.write("✗ \(text)", column: columns.lowerBound, line: place, style: theme.tone(.critical))
        }
        guard let line = inside.last else { return }
        if form.call != nil {
            buffer.write(
                "\(state.spinner) Working…", column: columns.lowerBound, line: line, style: theme.tone(.accent))
            return buffer.cursor = nil
        }
        let used = paintPush(form.button.title, column: columns.lowerBound, line: line, isFocused: form.isOnSubmit)
        paintPush("Cancel", column: columns.lowerBound + used + 2, line: line, isFocused: form.isOnCancel)
    }

    /// The lines of a form's fields: each with its rule, or with what is wrong.
    private func lines(of form: FormState, room: Int, spaced: Bool) -> [FormLine] {
        form.entries.enumerated().flatMap { index, entry in
            var lines = [FormLine(content: .entry(index), entry: index)]
            if let error = entry.error {
                lines += "✗ \(error)".wrapped(to: max(1, room)).prefix(3).map {
                    FormLine(content: .note($0, theme.tone(.critical)), entry: index)
                }
            } else if spaced || index == form.focus {
                lines += entry.field.rule.wrapped(to: max(1, room)).prefix(spaced ? 2 : 1).map {
                    FormLine(content: .note($0, theme.dim), entry: index)
                }
            }
            if spaced, index < form.entries.count - 1 { lines.append(FormLine(content: .blank, entry: index)) }
            return lines
        }
    }

    private mutating func paint(_ form: FormState, _ index: Int, labels: Int, columns: Range<Int>, line: Int) {
        let entry = form.entries[index]
        let isFocused = index == form.focus && form.call == nil
        buffer.write(
            entry.field.title, column: columns.lowerBound, line: line, style: isFocused ? theme.key : .plain,
            limit: labels)
        let start = columns.lowerBound + labels + 2
        let room = max(1, columns.upperBound - start)
        let style = theme.field(isFocused: isFocused)
        buffer.fill(columns: start..<start + room, lines: line..<line + 1, style: style)
        if entry.choices != nil {
            let title = entry.text.choiceTitle(entry.field)
            buffer.write("‹", column: start, line: line, style: style.adding(isFocused ? .bold : .dim))
            let used = buffer.write(title, column: start + 2, line: line, style: style, limit: max(0, room - 4))
            buffer.write("›", column: start + 3 + used, line: line, style: style.adding(isFocused ? .bold : .dim))
            if isFocused { buffer.cursor = .init(column: start + 2, line: line) }
            return
        }
        let before = entry.input.beforeCursor.madeVisible.clippedAtFront(to: room - 1)
        let text = isFocused ? before + String(entry.text.dropFirst(entry.input.cursor)) : entry.text
        buffer.write(text, column: start, line: line, style: style, limit: room)
        if isFocused { buffer.cursor = .init(column: min(width - 1, start + before.displayWidth), line: line) }
    }
}

extension FieldDescription {
    /// What may be given, for the line below a field.
    fileprivate var rule: String {
        let rule =
            switch kind {
            case .choice, .boolean: "← → or its first letter"
            case .text, .integer, .decimal, .date, .duration:
                expectation.prefix(1).uppercased() + expectation.dropFirst()
            }
        return rule + (required ? "" : ", may be left empty") + (help.map { ". \($0)" } ?? "")
    }
}
