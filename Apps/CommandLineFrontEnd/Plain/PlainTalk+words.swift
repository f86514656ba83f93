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

    func numbered(_ choices: [PlainChoice]) -> [StyledLine] {
        let widest = String(choices.count).count
        return choices.enumerated().map { index, choice in
            let number = String(index + 1)
            return StyledLine(String(repeating: " ", count: widest - number.count) + "\(number). ") + choice.title
        }
    }

    /// The screen in words: its title and state, what it says, and everything that can be chosen with its number.
    func screenLines(_ choices: [PlainChoice]) -> [StyledLine] {
        let text = ScreenText(command: { _, _ in "" }, linkCommand: { _ in "" })
        var plain = screen
        (plain.buttons, plain.elements) = ([], screen.elements.filter { if case .list = $0 { false } else { true } })
        if case .failed(let message, _) = plain.phase { plain.phase = .failed(message: message) }
        var lines = [StyledLine()] + text.lines(of: plain)
        if !allRows.isEmpty {
            let last = firstRow + shownRows.count
            let what =
                last - firstRow == allRows.count
                ? "\(last) rows" : "rows \(firstRow + 1) to \(last) of \(allRows.count)"
            lines.append(StyledLine(allRows.count == 1 ? "1 row" : what, .dim))
        }
        return lines + numbered(choices)
    }
}

extension String {
    /// The text without spaces around it.
    fileprivate var trimmed: String {
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
        return String(self[..<end].drop(while: \.isWhitespace))
    }
}
