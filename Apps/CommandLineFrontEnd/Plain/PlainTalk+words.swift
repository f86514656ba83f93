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
                    try say(note(event, of: page))
                } else {
                    typed.append(event)
                }
            }
            guard page.failure == nil, screen.phase.isLoading else { break }
            if !hasSaid, screen.phase != .loading {
                try say([StyledLine(screen.phase.loadingText, .dim)])
                hasSaid = true
            }
            waiting = await inbox.take()
            if waiting.isEmpty { throw Leaving() }
        }
    }

    /// Stores an event of a page, and returns the lines to write at once.
    mutating func note(_ event: SourceEvent, of number: Int) -> [StyledLine] {
        guard number == pages.count else {
            // Keep the screens of the earlier pages current. The user sees such a page again when going back.
            guard number < pages.count else { return [] }
            switch event {
            case .frame(let frame): pages[number - 1].show(frame)
            case .failed(let error): pages[number - 1].failure = error
            case .notice, .work, .connection, .viewers: break
            }
            return []
        }
        switch event {
        case .frame(let frame): page.show(frame)
        case .notice(let notice):
            silentAction = nil
            noticeCount += 1
            let button = notice.button.map { "(\(offerKey(of: $0)): \($0.title))" }
            let link = notice.opens.map { "(o: open \(title(of: $0)))" }
            let text = [notice.tone.sign, notice.text, button, link].compactMap { $0 }.joined(separator: " ")
            if button != nil || link != nil { page.offer = notice }
            return [StyledLine(text, TextStyle(tone: notice.tone))]
        case .connection(.lost(let reason)):
            let text = "! Connection lost: \(reason). Reconnecting; wait, or type q to \(wayOut)."
            return [StyledLine(text, TextStyle(tone: .warning))]
        case .connection(.live): return [StyledLine("The connection is back.")]
        case .work(let calls):
            view.work.note(calls)
            return page.note(calls)
        case .viewers: break
        case .failed(let error): page.failure = error
        }
        return []
    }

    /// Asks a question and returns the next line of input, or `nil` at the end of the input.
    ///
    /// Lines that come while the question is open follow it on new lines, and the question is repeated after them.
    ///
    /// - Parameter tellsChanges: Whether to write the changes of the screen while the question is open. Otherwise they
    ///   are written after the answer.
    mutating func ask(_ question: String, tellsChanges: Bool = false) async throws -> String? {
        try prompt(question)
        while true {
            var lines: [StyledLine] = []
            switch await next() {
            case .line(let line):
                // Begin the next text on a new line.
                if line == nil { try say([StyledLine()]) }
                return line?.trimmed
            case .source(let page, let event):
                lines = note(event, of: page)
                if tellsChanges, self.page.failure != nil {
                    try say([StyledLine()])
                    return ""
                }
            case .pauseEnded: isPausing = false
            case .ended: break
            }
            if tellsChanges { lines += liveLines() }
            guard !lines.isEmpty else { continue }
            try say([StyledLine()] + lines)
            try prompt(question)
        }
    }

    private mutating func next() async -> Event {
        if waiting.isEmpty { waiting = await inbox.take() }
        return waiting.isEmpty ? .line(nil) : waiting.removeFirst()
    }

    private func prompt(_ question: String) throws {
        let line = StyledLine("\(question):")
        var lines = [line]
        if let width = view.width {
            let room = 8
            lines = line.wrapped(to: width)
            // Leave room for the answer.
            if let last = lines.last, last.displayWidth > width - room { lines = line.wrapped(to: width - room) }
        }
        try view.console.write(Array("\(lines.map(\.text).joined(separator: "\n")) ".utf8), .output)
    }

    /// Writes lines, broken at words.
    ///
    /// The text after a number hangs below itself.
    func say(_ lines: [StyledLine]) throws {
        guard !lines.isEmpty else { return }
        let width = view.width
        let wrapped = lines.flatMap { line in
            width.map { line.wrapped(to: $0, hanging: line.text.textAfterNumber) } ?? [line]
        }
        try view.console.print(wrapped, colors: view.colors)
    }

    func complain(_ text: String) throws {
        try say([StyledLine("✗ \(text)", TextStyle(tone: .critical))])
    }
}

extension PlainPage {
    /// Replaces the screen by a newer one.
    fileprivate mutating func show(_ frame: Frame) {
        (screen, revision, isOpened) = (frame.screen, frame.revision, true)
        if !ticks.isEmpty { ticks.keep(on: screen, at: place) }
    }
}

extension String {
    /// The number of cells before the text of a numbered line such as `12. Rex`; `nil` for another line.
    fileprivate var textAfterNumber: Int? {
        firstMatch(of: /^ *[0-9]+\.[ ]/).map { $0.output.count }
    }

    /// The text without leading and trailing spaces.
    var trimmed: String {
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex
        return String(self[..<end].drop(while: \.isWhitespace))
    }
}
