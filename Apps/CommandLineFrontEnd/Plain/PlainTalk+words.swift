import FeatureKit
import TerminalKit

extension PlainTalk {
    /// Waits until the screen is ready or has failed.
    ///
    /// A line that the user types in the meantime answers the next question.
    mutating func settle() async throws {
        var hasSaid = false
        var typed: [Event] = []
        defer { waiting = typed + waiting }
        while true {
            let all = waiting + inbox.takeNow()
            waiting = []
            for event in all {
                if case .source(let page, let event) = event {
                    try note(event, of: page, isAsking: false)
                } else {
                    typed.append(event)
                }
            }
            guard failure == nil, screen.phase.isLoading else { break }
            if !hasSaid, screen.phase != .loading {
                try say([StyledLine(screen.phase.loadingText, .dim)])
                hasSaid = true
            }
            waiting = await inbox.take()
            if waiting.isEmpty { throw Leaving() }
        }
        isStale = false
    }

    mutating func note(_ event: SourceEvent, of page: Int, isAsking: Bool) throws {
        guard page == screens.count else {
            // Keep the screens of the earlier pages current. The user sees such a page again when going back.
            if case .frame(let frame) = event, page < screens.count { screens[page - 1] = frame.screen }
            return
        }
        switch event {
        case .frame(let frame):
            let changed = frame.screen != screen
            screens[page - 1] = frame.screen
            if isAsking, changed, !isStale {
                isStale = true
                try say([StyledLine("The screen has changed; press Enter to show it.", .dim)])
            }
        case .notice(let notice):
            let button = notice.button.map { "(u: \($0.title))" }
            let link = notice.opens.map { "(o: open \(title(of: $0)))" }
            let text = [notice.tone.sign, notice.text, button, link].compactMap { $0 }.joined(separator: " ")
            if button != nil || link != nil { offer = notice }
            try say([StyledLine(text, TextStyle(tone: notice.tone))])
        case .connection(.lost(let reason)):
            try say([StyledLine("! Connection lost: \(reason)", TextStyle(tone: .warning))])
        case .connection(.live): try say([StyledLine("The connection is back.")])
        case .failed(let error): failure = error
        }
    }

    /// Asks a question and returns the next line of input, or `nil` at the end of the input.
    mutating func ask(_ question: String) async throws -> String? {
        try prompt(question)
        while true {
            switch await next() {
            case .line(let line):
                // Begin the next text on a new line.
                if line == nil { try say([StyledLine()]) }
                return line?.trimmed
            case .source(let page, let event): try note(event, of: page, isAsking: true)
            case .ended: break
            }
        }
    }

    mutating func next() async -> Event {
        if waiting.isEmpty { waiting = await inbox.take() }
        return waiting.isEmpty ? .line(nil) : waiting.removeFirst()
    }

    func prompt(_ question: String) throws {
        try view.console.write(Array("\(question.madeVisible): ".utf8), .output)
    }

    func say(_ lines: [StyledLine]) throws { try view.console.print(lines, colors: view.colors) }

    typealias NumberedChoices = [(number: Int, choice: PlainChoice)]

    /// Formats choices as lines.
    ///
    /// All numbers have equal width.
    func lines(of choices: NumberedChoices.SubSequence, among all: NumberedChoices) -> [StyledLine] {
        let widest = String(all.map(\.number).max() ?? 0).count
        return choices.map { number, choice in
            let blanks = String(repeating: " ", count: widest - String(number).count)
            return StyledLine("\(blanks)\(number). ") + choice.title
        }
    }

    /// Returns the screen as lines in reading order.
    ///
    /// The title and the state come first. The elements follow, each list with its choices. The remaining choices come
    /// last.
    func screenLines(_ choices: NumberedChoices) -> [StyledLine] {
        var phase = screen.phase
        if case .failed(let message, _) = phase { phase = .failed(message: message) }
        let heading = Screen(title: screen.title, summary: screen.summary, tone: screen.tone, phase: phase)
        var telling = Telling(choices: choices, rest: choices[...], firstRow: firstRow)
        let lines = screen.elements.flatMap { self.lines(of: $0, &telling) }
        return [StyledLine()] + text.lines(of: heading) + lines + self.lines(of: telling.rest, among: choices)
    }

    /// The lines of a screen that are already written, and the choices that are not written yet.
    struct Telling {
        let choices: NumberedChoices
        /// The choices that are not yet written.
        var rest: NumberedChoices.SubSequence
        let firstRow: Int
        var rowsBefore = 0
    }

    private var text: ScreenText {
        ScreenText(command: { _, _ in "" }, linkCommand: { _ in "" }, actions: actions)
    }

    private func lines(of element: Element, _ telling: inout Telling) -> [StyledLine] {
        switch element {
        case .list(let list): return lines(of: list, &telling)
        case .section(let section):
            let heading = section.title.map { [StyledLine(), StyledLine($0, .bold)] } ?? []
            return heading + section.elements.flatMap { lines(of: $0, &telling) }
        case .unknown(let unknown):
            let said = unknown.shownText.map { [StyledLine(), StyledLine("  \($0)")] } ?? []
            return said + unknown.elements.flatMap { lines(of: $0, &telling) }
        case .link(let link) where link.opens.webAddress == nil:
            // The link is one of the choices.
            return []
        case .text, .fields, .form, .placeholder, .link:
            let said = text.lines(of: Screen(tone: screen.tone, phase: .ready, elements: [element]))
            return said.isEmpty ? [] : [StyledLine()] + said
        }
    }

    private func lines(of list: ListElement, _ telling: inout Telling) -> [StyledLine] {
        let rows = telling.rest.prefix { if case .row(list.id, _) = $0.choice.key { true } else { false } }
        var lines: [StyledLine] = []
        if !rows.isEmpty {
            let first = max(0, telling.firstRow - telling.rowsBefore)
            lines.append(Self.heading(of: rows.count, from: first, of: list))
        } else if list.rows.isEmpty, !screen.phase.isLoading, let hint = list.hint {
            lines = [StyledLine(), StyledLine("  \(hint)", .dim)]
        }
        telling.rowsBefore += list.rows.count
        telling.rest = telling.rest.dropFirst(rows.count)
        return lines + self.lines(of: rows, among: telling.choices)
    }

    /// Returns the heading of a list: the range of rows that follow, the number of all rows and the sort order.
    private static func heading(of count: Int, from first: Int, of list: ListElement) -> StyledLine {
        let all = list.rows.count
        var words = count == all ? "\(all) rows" : "rows \(first + 1) to \(first + count) of \(all)"
        if all == 1 { words = "1 row" }
        if let total = list.total, !total.exact || total.count != all {
            words = "rows \(first + 1) to \(first + count) of \(total.words)"
            if count == 1 { words = "row \(first + 1) of \(total.words)" }
            if count != all { words += ", \(all) loaded" }
        }
        if let column = list.columns?.first(where: { $0.sorted != nil }) {
            words += ", sorted by \(column.title)" + (column.sorted == .down ? ", descending" : "")
        }
        return StyledLine(words, .dim)
    }
}

extension String {
    /// The text without leading and trailing spaces.
    var trimmed: String {
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
        return String(self[..<end].drop(while: \.isWhitespace))
    }
}
