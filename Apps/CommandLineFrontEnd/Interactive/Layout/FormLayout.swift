import FeatureKit
import Interaction
import TerminalKit

/// The lines of a form that is part of the page: the lines of each field, the field's error below them, and the form's
/// button.
struct FormLayout: Sendable {
    /// A line of the form.
    enum Line: Sendable {
        case text(StyledLine)
        /// The whole form in one line.
        case summary(StyledLine)
        /// A line of a form entry. The entry is identified by its index, and the line is counted from its first line.
        case entry(Int, line: Int)
        /// The buttons that decide about another person's value of an entry.
        case decisions([Decision], entry: Int)
        case submit
    }

    let form: FormElement
    let entries: [FormState.Entry]
    /// The title of the form's button.
    let title: String
    let isWorking: Bool
    /// The width of the labels in cells.
    let labels: Int
    private(set) var lines: [Line] = []
    /// The width of an entry in cells, without its label.
    private let roomOfEntry: Int

    /// Returns the width of an entry with its label in cells, because very wide entries are hard to read.
    static func entryWidth(in width: Int) -> Int { max(1, min(width, 80 - PageLayout.indent)) }

    /// Lays out a form.
    ///
    /// - Parameters:
    ///   - typing: The form with the text that the user has typed.
    ///   - title: The title of the form's button.
    ///   - width: The width of a line in cells.
    ///   - isBrief: Whether the form takes one line, because the terminal is low.
    init(_ typing: FormTyping, title: String, width: Int, isBrief: Bool = false) {
        (form, entries, self.title) = (typing.form, typing.entries, title)
        isWorking = typing.call != nil && typing.form.submits == .button
        let widest = entries.reduce(0) { max($0, $1.field.title.madeVisible.displayWidth) }
        labels = min(widest, max(4, width / 3))
        let room = max(1, width - labels - 2)
        roomOfEntry = max(1, Self.entryWidth(in: width) - labels - 2)
        if isBrief {
            lines = [.summary(Self.summary(of: entries).clipped(to: width))]
            return
        }
        if let title = form.title, !title.isEmpty {
            lines += title.wrapped(to: width).map { .text(StyledLine($0, .bold)) }
        }
        for (index, entry) in entries.enumerated() {
            lines += (0..<entry.height(in: roomOfEntry)).map { .entry(index, line: $0) }
            let (name, isKeptBack) = (entry.field.name, typing.keepsBack(index))
            lines += notes(below: entry, theirs: typing.theirs(of: name), isKeptBack: isKeptBack, room: room).map {
                .text(StyledLine("").indented(labels + 2) + $0)
            }
            let decisions = typing.decisions(about: name)
            if !decisions.isEmpty, typing.isEnabled(name) { lines.append(.decisions(decisions, entry: index)) }
        }
        if let message = typing.message {
            lines += "✗ \(message)".wrapped(to: width).map { .text(StyledLine($0, TextStyle(tone: .critical))) }
        }
        if form.submits == .button { lines.append(.submit) }
    }

    /// Whether the form takes one line.
    var isBrief: Bool { if case .summary? = lines.first { true } else { false } }

    /// The parts of the form that the tab key can focus, each with its line number.
    var stops: [(stop: PageStop, line: Int)] {
        if isBrief {
            // The form opens as soon as one of its fields has the focus.
            return entries.map(\.field.name).filter { !form.disabled.contains($0) }.map {
                (.field(form: form.id, name: $0), 0)
            }
        }
        return lines.enumerated().flatMap { line, content -> [(PageStop, Int)] in
            switch content {
            case .text, .summary: []
            case .entry(let index, let part):
                // The focus is on the line with the cursor.
                part != entries[index].cursorLine(in: roomOfEntry) || form.disabled.contains(entries[index].field.name)
                    ? [] : [(.field(form: form.id, name: entries[index].field.name), line)]
            case .decisions(let decisions, let index):
                decisions.map { (.decision($0, form: form.id, name: entries[index].field.name), line) }
            case .submit: form.enabled ? [(.submit(form: form.id), line)] : []
            }
        }
    }

    /// Returns the error of an entry.
    ///
    /// If the entry has no error, returns the problem that the server reports for the entry.
    ///
    /// - Parameters:
    ///   - theirs: The value that another person has saved; `nil` if there is none.
    ///   - isKeptBack: Whether the form does not send the text of the entry.
    private func notes(
        below entry: FormState.Entry, theirs: String?, isKeptBack: Bool, room: Int
    ) -> [StyledLine] {
        var lines: [StyledLine] = []
        if var text = entry.error ?? form.problems[entry.field.name]?.text {
            if isKeptBack, entries.count > 1 { text += " Until then, nothing else changes." }
            lines = "✗ \(text)".wrapped(to: room).map { StyledLine($0, TextStyle(tone: .critical)) }
        }
        if let theirs {
            let note = Decision.note(about: theirs, of: entry.field, isContested: entry.theirs != nil)
            lines += note.wrapped(to: room).map { StyledLine($0, TextStyle(tone: .warning)) }
        }
        return lines
    }
}

extension StyledLine {
    /// Returns the line, indented by a number of cells.
    func indented(_ count: Int) -> StyledLine {
        var line = StyledLine()
        line.append(spaces: count)
        return line + self
    }
}
