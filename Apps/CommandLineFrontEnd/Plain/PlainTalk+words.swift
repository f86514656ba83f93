import FeatureKit
import TerminalKit

extension PlainTalk {
    /// Waits until the screen is ready or has failed; what is typed meanwhile answers what is asked next.
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
            // What was gone on from is told of again when it is come back to.
            if case .frame(let frame) = event, page < screens.count { screens[page - 1] = frame.screen }
            return
        }
        switch event {
        case .frame(let frame):
            let changed = frame.screen != screen
            screens[page - 1] = frame.screen
            if isAsking, changed, !isStale {
                isStale = true
                try say([StyledLine("The screen has changed; Enter shows it.", .dim)])
            }
        case .notice(let notice):
            let text = [notice.tone.sign, notice.text].compactMap { $0 }.joined(separator: " ")
            try say([StyledLine(text, TextStyle(tone: notice.tone))])
        case .connection(.lost(let reason)):
            try say([StyledLine("! Connection lost: \(reason)", TextStyle(tone: .warning))])
        case .connection(.live): try say([StyledLine("The connection is back.")])
        case .failed(let error): failure = error
        }
    }

    /// Asks, and waits for a line; `nil` if there will be none.
    mutating func ask(_ question: String) async throws -> String? {
        try prompt(question)
        while true {
            switch await next() {
            case .line(let line):
                // Whatever comes next begins on a line of its own.
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

    /// Sets choices as lines, their numbers as wide as the widest of all.
    func lines(of choices: NumberedChoices.SubSequence, among all: NumberedChoices) -> [StyledLine] {
        let widest = String(all.map(\.number).max() ?? 0).count
        return choices.map { number, choice in
            let blanks = String(repeating: " ", count: widest - String(number).count)
            return StyledLine("\(blanks)\(number). ") + choice.title
        }
    }

    /// The screen in words, in the order that it is read in: its title and state, its elements with the rows that can be
    /// chosen where their list stands, and what else can be chosen.
    func screenLines(_ choices: NumberedChoices) -> [StyledLine] {
        let text = ScreenText(command: { _, _ in "" }, linkCommand: { _ in "" })
        var phase = screen.phase
        if case .failed(let message, _) = phase { phase = .failed(message: message) }
        var lines = [StyledLine()] + text.lines(of: Screen(title: screen.title, tone: screen.tone, phase: phase))
        var rest = choices[...]
        var rowsBefore = 0
        for element in screen.elements {
            guard case .list(let list) = element else {
                let said = text.lines(of: Screen(tone: screen.tone, phase: .ready, elements: [element]))
                lines += said.isEmpty ? [] : [StyledLine()] + said
                continue
            }
            let rows = rest.prefix { if case .row(list.id, _) = $0.choice.key { true } else { false } }
            if !rows.isEmpty {
                lines.append(Self.heading(of: rows.count, from: max(0, firstRow - rowsBefore), of: list.rows.count))
            }
            rowsBefore += list.rows.count
            lines += self.lines(of: rows, among: choices)
            rest = rest.dropFirst(rows.count)
        }
        return lines + self.lines(of: rest, among: choices)
    }

    /// Which rows of a list are shown.
    private static func heading(of count: Int, from first: Int, of all: Int) -> StyledLine {
        let part = count == all ? "\(all) rows" : "rows \(first + 1) to \(first + count) of \(all)"
        return StyledLine(all == 1 ? "1 row" : part, .dim)
    }
}

extension String {
    /// The text without spaces around it.
    fileprivate var trimmed: String {
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
        return String(self[..<end].drop(while: \.isWhitespace))
    }
}
