package import FeatureKit
import TerminalKit

/// Sets a screen as lines of text.
///
/// A pure function of the screen: no terminal, no writing. Its parts come in reading order (title, phase, elements, what
/// can be done), a blank line between them.
package struct ScreenText {
    /// What a person types for a button; one of a row stands for those of all rows, with the row's id left to fill in.
    package var command: (Button, Row?) -> String
    /// What a person types to follow a row's link.
    package var linkCommand: (FeatureLink) -> String
    /// What a person types for the rest of a list, where its button would lead no further than the next page.
    package var moreCommand: ((Button) -> String)?
    /// The buttons that no command can press, because a new launch shows them disabled.
    package var inSessionOnly: [Button] = []

    /// Creates a renderer.
    package init(
        command: @escaping (Button, Row?) -> String, linkCommand: @escaping (FeatureLink) -> String,
        moreCommand: ((Button) -> String)? = nil
    ) {
        (self.command, self.linkCommand, self.moreCommand) = (command, linkCommand, moreCommand)
    }

    /// Sets a screen.
    package func lines(of screen: Screen) -> [StyledLine] {
        let parts =
            [title(of: screen), phase(of: screen)] + screen.elements.map { element($0, tone: screen.tone) }
            + [buttons(of: screen)]
        return Array(parts.filter { !$0.isEmpty }.joined(separator: [StyledLine()]))
    }

    private func title(of screen: Screen) -> [StyledLine] {
        let style = TextStyle(tone: screen.tone, bold: true)
        let words = [screen.tone.sign, screen.title].compactMap { $0 }.filter { !$0.isEmpty }
        return words.isEmpty ? [] : [StyledLine(words.joined(separator: " "), style)]
    }

    private func phase(of screen: Screen) -> [StyledLine] {
        switch screen.phase {
        case .ready: []
        case .loading: [indented(screen.phase.loadingText, .dim)]
        case .failed(let message, _): signed(.critical, message)
        }
    }

    private func element(_ element: Element, tone: Tone) -> [StyledLine] {
        switch element {
        case .text(let text): text.text.lines.map { indented($0, text.style.textStyle(tone: tone)) }
        case .placeholder(let placeholder):
            placeholder.text.lines.map { indented($0, TextStyle(tone: tone, dim: true)) }
        case .fields(let fields):
            TextTable(
                rows: fields.items.map { item in [StyledLine(item.label, .dim), StyledLine(item.value)] }
            ).lines()
        case .list(let list): self.list(list)
        case .unknown(let unknown): (unknown.text ?? "").lines.map { indented($0, .plain) }
        }
    }

    private func list(_ list: ListElement) -> [StyledLine] {
        var table = TextTable()
        let hasButtons = list.rows.contains { !$0.buttons.isEmpty }
        let hasTones = list.rows.contains { $0.tone?.sign != nil }
        if let columns = list.columns {
            let headings = columns.map { StyledLine($0.title, TextStyle(bold: true)) }
            table.rows.append(
                (hasTones ? [StyledLine()] : []) + headings + (hasButtons ? [StyledLine("id", .bold)] : []))
            for (index, column) in columns.enumerated() where list.rows.allSatisfy({ $0.values[column.name].isNumber })
            {
                table.rightAligned.insert(index + (hasTones ? 1 : 0))
            }
        }
        if list.columns == nil, hasButtons {
            let blanks = [StyledLine](repeating: StyledLine(), count: hasTones ? 3 : 2)
            table.rows.append(blanks + [StyledLine("id", .bold)])
        }
        for row in list.rows {
            let style = TextStyle(tone: row.tone ?? .plain)
            var cells = hasTones ? [StyledLine(row.tone?.sign ?? "", style)] : []
            if let columns = list.columns {
                cells += columns.map { StyledLine(row.values[$0.name]?.description ?? "", style) }
            } else {
                cells += [StyledLine(row.title, style), StyledLine(row.detail ?? "")]
            }
            if hasButtons { cells.append(StyledLine(row.id, .dim)) }
            if let link = row.opens { cells.append(StyledLine(linkCommand(link), .dim)) }
            table.rows.append(cells)
        }
        return table.lines()
    }

    /// What can be done, each thing once.
    private func buttons(of screen: Screen) -> [StyledLine] {
        var table = TextTable()
        var seen: Set<String> = []
        func add(_ button: Button, _ row: Row?, _ given: String? = nil) {
            let command = given ?? command(button, row)
            guard seen.insert(command).inserted else { return }
            let style = TextStyle(bold: button.role == .primary, dim: !button.enabled)
            let way = inSessionOnly.contains(button) ? "only in an open session" : command
            table.rows.append([
                StyledLine("[\(button.title)]", style), StyledLine(button.enabled ? way : "not now", .dim),
            ])
        }
        if case .failed(_, let retry?) = screen.phase { add(retry, nil) }
        screen.buttons.forEach { add($0, nil) }
        for case .list(let list) in screen.elements {
            for row in list.rows { row.buttons.forEach { add($0, row) } }
            if let more = list.more { add(more, nil, moreCommand?(more)) }
        }
        return table.lines()
    }

    private func signed(_ tone: Tone, _ text: String) -> [StyledLine] {
        let sign = tone.sign.map { $0 + " " } ?? ""
        return text.lines.enumerated().map { number, line in
            indented(
                (number == 0 ? sign : String(repeating: " ", count: sign.displayWidth)) + line, TextStyle(tone: tone))
        }
    }

    private func indented(_ text: String, _ style: TextStyle) -> StyledLine {
        StyledLine("  ") + StyledLine(text, style)
    }
}

extension Phase {
    /// What is on its way, in words: `Loading…`, `Reading dogs.csv 40%`.
    var loadingText: String {
        guard case .loading(let message, let fraction) = self else { return "" }
        let percent = fraction.map { " \(Int((min(1, max(0, $0.isNaN ? 0 : $0)) * 100).rounded(.down)))%" } ?? ""
        return (message ?? "Loading…") + percent
    }
}

extension TextElement.Style {
    fileprivate func textStyle(tone: Tone) -> TextStyle {
        switch self {
        case .body: TextStyle(tone: tone)
        case .headline: TextStyle(tone: tone, bold: true)
        case .caption: .dim
        }
    }
}

extension String {
    /// The lines of a text of several.
    fileprivate var lines: [String] {
        isEmpty ? [] : split(omittingEmptySubsequences: false) { $0.isNewline }.map(String.init)
    }
}

extension FieldValue? {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .decimal: true
        case .text, .boolean, nil: false
        }
    }
}
