// One piece: what is asked and what is answered follow one another in it as they do on the terminal.

import FeatureKit
import TerminalKit

/// Shows features line by line: numbered choices, questions, answers; nothing that was written is ever changed.
///
/// What a screen reader reads and a braille line shows comes in the order that it is written in, and the cursor stands
/// where the next answer is expected.
struct PlainView: Sendable {
    let console: Console
    let colors: ColorChoice
    let source: any ScreenSource
    let catalogue: [FeatureManifest]
    let follow: @Sendable (FeatureLink) throws -> any ScreenSource

    init(
        on console: Console, colors: ColorChoice, source: any ScreenSource, catalogue: [FeatureManifest],
        follow: @escaping @Sendable (FeatureLink) throws -> any ScreenSource
    ) {
        (self.console, self.colors, self.source) = (console, colors, source)
        (self.catalogue, self.follow) = (catalogue, follow)
    }

    /// Shows it until the person leaves or types nothing more.
    ///
    /// - Throws: What keeps the first feature from being launched, and ``CommandLineError`` for a signal.
    func run() async throws {
        let interruption: Contender<Void> = console.interruption()
        let conversation: Contender<Void> = { try await converse() }
        try await firstResult(of: [conversation, interruption]).get()
    }

    private func converse() async throws {
        var talk = PlainTalk(view: self)
        talk.listen(to: console.input.lines())
        do {
            try await talk.show(source, isFirst: true)
        } catch is PlainTalk.Leaving {}
    }
}

/// One conversation: what was asked last, and what waits to be said.
struct PlainTalk {
    /// The person leaves.
    struct Leaving: Error {}

    private enum Event: Sendable {
        case line(String?)
        case source(SourceEvent)
        case ended((any Error)?)
    }

    /// How many rows are listed at once.
    private static let rowsLimit = 20

    let view: PlainView
    private let inbox = Inbox<Event> { new, old in
        if case (.source(.frame), .source(.frame)) = (new, old) { true } else { false }
    }
    private var waiting: [Event] = []
    private var screen = Screen()
    private var isStale = false
    private var failure: (any Error)?
    private var firstRow = 0

    init(view: PlainView) { self.view = view }

    func listen(to lines: AsyncStream<String>) {
        Task { [inbox] in
            for await line in lines { inbox.put(.line(line)) }
            inbox.put(.line(nil))
        }
    }

    /// Shows a source until the person goes back from it.
    mutating func show(_ source: any ScreenSource, isFirst: Bool) async throws {
        let outer = (screen, firstRow)
        (screen, firstRow, failure) = (Screen(title: source.manifest.title), 0, nil)
        let events = Task { [inbox] in for await event in source.events() { inbox.put(.source(event)) } }
        do {
            try say([StyledLine("\(source.manifest.title): loading…", .dim)])
            while try await turn(source, isFirst: isFirst) {}
            events.cancel()
            await source.close()
        } catch {
            events.cancel()
            await source.close()
            throw error
        }
        (screen, firstRow) = outer
    }

    /// Shows the screen and does what is chosen; returns whether to go on with it.
    private mutating func turn(_ source: any ScreenSource, isFirst: Bool) async throws -> Bool {
        try await settle()
        if let failure {
            if isFirst { throw failure }
            try say([StyledLine("✗ \(InteractiveState.message(of: failure))", TextStyle(tone: .critical))])
            return false
        }
        let choices = self.choices(isFirst: isFirst)
        try say(screenLines(choices))
        while true {
            guard let answer = try await ask("Number, ? for more, q to \(isFirst ? "leave" : "go back")") else {
                throw Leaving()
            }
            switch answer.lowercased() {
            case "q", "quit", "exit":
                if isFirst { throw Leaving() }
                return false
            case "": return true
            case "?", "h", "help":
                try say(Self.help)
                continue
            default: break
            }
            guard let number = Int(answer), choices.indices.contains(number - 1) else {
                let hint = choices.isEmpty ? "there is nothing to choose" : "choose 1 to \(choices.count)"
                try say([StyledLine("\u{201C}\(answer)\u{201D} is no choice; \(hint)", TextStyle(tone: .warning))])
                continue
            }
            try await take(choices[number - 1].target, source)
            return true
        }
    }

    private static let help = [
        StyledLine("Type the number of a row or of an action and press Enter."),
        StyledLine("Enter alone shows the screen again, with whatever has changed."),
        StyledLine("In a question, Enter alone takes what stands in brackets, a full stop alone cancels."),
    ]

    // MARK: - What can be chosen

    private struct PlainChoice {
        enum Target {
            case row(Row)
            case press(Button, Row?)
            case link(FeatureLink)
            case rows(from: Int)
            case features
        }
        let title: StyledLine
        let target: Target
    }

    private func choices(isFirst: Bool) -> [PlainChoice] {
        var choices: [PlainChoice] = []
        let rows = shownRows
        choices += rows.map { row in
            let text = [row.tone?.sign, row.title, row.detail].compactMap { $0 }.joined(separator: " ")
            return PlainChoice(title: StyledLine(text, TextStyle(tone: row.tone ?? .plain)), target: .row(row))
        }
        if firstRow > 0 {
            choices.append(
                PlainChoice(
                    title: StyledLine("Rows before these"), target: .rows(from: max(0, firstRow - Self.rowsLimit))))
        }
        let next = firstRow + rows.count
        if next < allRows.count {
            let title =
                "Rows after these, \(next + 1) to \(min(allRows.count, next + Self.rowsLimit)) of \(allRows.count)"
            choices.append(PlainChoice(title: StyledLine(title), target: .rows(from: next)))
        } else {
            for case .list(let list) in screen.elements {
                if let more = list.more, more.enabled { choices.append(press(more)) }
            }
        }
        if case .failed(_, let retry?) = screen.phase { choices.append(press(retry)) }
        choices += screen.buttons.filter(\.enabled).map { press($0) }
        if view.catalogue.count > 1 {
            choices.append(PlainChoice(title: StyledLine("Another feature…"), target: .features))
        }
        return choices
    }

    private func press(_ button: Button, _ row: Row? = nil) -> PlainChoice {
        PlainChoice(title: StyledLine(button.title), target: .press(button, row))
    }

    private var allRows: [Row] {
        screen.elements.flatMap { element -> [Row] in if case .list(let list) = element { list.rows } else { [] } }
    }

    private var shownRows: ArraySlice<Row> { allRows.dropFirst(firstRow).prefix(Self.rowsLimit) }

    private mutating func take(_ target: PlainChoice.Target, _ source: any ScreenSource) async throws {
        switch target {
        case .rows(let first): firstRow = first
        case .press(let button, let row): try await press(button, row, source)
        case .link(let link): try await open(link)
        case .features: try await chooseFeature()
        case .row(let row):
            var choices: [PlainChoice] = row.buttons.filter(\.enabled).map { press($0, row) }
            if let link = row.opens {
                choices.append(PlainChoice(title: StyledLine("Open \(link.feature)"), target: .link(link)))
            }
            let values = row.values.sorted { $0.key < $1.key }.map { StyledLine("  \($0.key): \($0.value)", .dim) }
            try say([StyledLine(row.title, .bold)] + values)
            guard let chosen = try await choose(choices) else { return }
            try await take(chosen.target, source)
        }
    }

    private mutating func choose(_ choices: [PlainChoice]) async throws -> PlainChoice? {
        guard !choices.isEmpty else {
            try say([StyledLine("There is nothing to do with it.")])
            return nil
        }
        try say(numbered(choices))
        while true {
            guard let answer = try await ask("Number, or Enter to go back") else { throw Leaving() }
            if answer.isEmpty || answer == "." || answer == "q" { return nil }
            if let number = Int(answer), choices.indices.contains(number - 1) { return choices[number - 1] }
            try say([StyledLine("Choose 1 to \(choices.count).", TextStyle(tone: .warning))])
        }
    }

    private mutating func chooseFeature() async throws {
        let choices = view.catalogue.map { manifest in
            PlainChoice(
                title: StyledLine("\(manifest.title): \(manifest.summary)"),
                target: .link(FeatureLink(feature: manifest.id)))
        }
        guard let chosen = try await choose(choices), case .link(let link) = chosen.target else { return }
        try await open(link)
    }

    private mutating func open(_ link: FeatureLink) async throws {
        do {
            let source = try view.follow(link)
            try await show(source, isFirst: false)
            (failure, isStale) = (nil, false)
        } catch let error as FeatureError {
            try say([StyledLine("✗ \(error.message)", TextStyle(tone: .critical))])
        }
    }

    // MARK: - Asking for an action

    private mutating func press(_ button: Button, _ row: Row?, _ source: any ScreenSource) async throws {
        let fields = source.manifest.action(named: button.action)?.fields ?? []
        var form = FormState(button, fields: fields, row: row, page: 0, draft: nil)
        if form.entries.isEmpty, button.role == .destructive {
            guard let answer = try await ask("\(button.title): \(row?.title ?? screen.title)? y or n [n]") else {
                throw Leaving()
            }
            guard ["y", "yes"].contains(answer.lowercased()) else { return try say([StyledLine("Nothing was done.")]) }
        }
        if !form.entries.isEmpty { try say([StyledLine(button.title, .bold)]) }
        var asked = Array(form.entries.indices)
        while true {
            for index in asked {
                guard try await fill(&form.entries[index]) else { return try say([StyledLine("Cancelled.")]) }
            }
            guard let arguments = form.arguments() else {
                asked = try complain(about: form)
                continue
            }
            do {
                try await perform(button.action, arguments, source)
                return
            } catch let refused as InputRefused {
                form.show(refused)
                asked = try complain(about: form)
                if asked.isEmpty { return }
            } catch let error as Leaving {
                throw error
            } catch {
                return try say([StyledLine("✗ \(InteractiveState.message(of: error))", TextStyle(tone: .critical))])
            }
        }
    }

    /// Says what is wrong; returns which fields to ask for again.
    private func complain(about form: FormState) throws -> [Int] {
        let wrong = form.entries.indices.filter { form.entries[$0].error != nil }
        let lines = wrong.map { "✗ \(form.entries[$0].field.title): \(form.entries[$0].error ?? "")" }
        try say((lines + (form.message.map { ["✗ \($0)"] } ?? [])).map { StyledLine($0, TextStyle(tone: .critical)) })
        return wrong
    }

    /// Asks for one field; returns whether there was an answer.
    private mutating func fill(_ entry: inout FormState.Entry) async throws -> Bool {
        let field = entry.field
        var rule = field.expectation
        if let choices = entry.choices?.filter({ !$0.isEmpty }) {
            rule = choices.enumerated().map { "\($0 + 1) \($1.choiceTitle(field))" }.joined(separator: ", ")
        }
        let optional = field.required ? "" : "; may be left out with -"
        let current = entry.text.isEmpty ? "" : " [\(entry.text.choiceTitle(field))]"
        guard let answer = try await ask("\(field.title) (\(rule)\(optional))\(current)") else { throw Leaving() }
        switch answer {
        case ".": return false
        case "": break
        case "-" where !field.required: entry.input = TextInput("")
        default:
            let choices = entry.choices?.filter { !$0.isEmpty } ?? []
            let number = Int(answer).flatMap { choices.indices.contains($0 - 1) ? choices[$0 - 1] : nil }
            let named = choices.first { $0.lowercased() == answer.lowercased() }
            entry.input = TextInput(number ?? named ?? answer)
        }
        entry.error = nil
        return true
    }

    private mutating func perform(_ action: String, _ arguments: [String: FieldValue], _ source: any ScreenSource)
        async throws
    {
        Task { [inbox] in
            do {
                try await source.perform(action, arguments)
                inbox.put(.ended(nil))
            } catch { inbox.put(.ended(error)) }
        }
        var typed: [Event] = []
        defer { waiting = typed + waiting }
        while true {
            if waiting.isEmpty { waiting = await inbox.take() }
            guard !waiting.isEmpty else { throw Leaving() }
            switch waiting.removeFirst() {
            case .ended(let error?): throw error
            case .ended(nil): return isStale = false
            case .source(let event): try note(event, isAsking: false)
            case let line: typed.append(line)
            }
        }
    }

    // MARK: - Words

    /// Waits until the screen is ready or has failed; what is typed meanwhile answers what is asked next.
    private mutating func settle() async throws {
        var hasSaid = false
        var typed: [Event] = []
        defer { waiting = typed + waiting }
        while true {
            let all = waiting + inbox.takeNow()
            waiting = []
            for event in all {
                if case .source(let event) = event { try note(event, isAsking: false) } else { typed.append(event) }
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

    private mutating func note(_ event: SourceEvent, isAsking: Bool) throws {
        switch event {
        case .frame(let frame):
            let changed = frame.screen != screen
            screen = frame.screen
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
    private mutating func ask(_ question: String) async throws -> String? {
        try prompt(question)
        while true {
            switch await next() {
            case .line(let line):
                // Whatever comes next begins on a line of its own.
                if line == nil { try say([StyledLine()]) }
                return line?.trimmed
            case .source(let event): try note(event, isAsking: true)
            case .ended: break
            }
        }
    }

    private mutating func next() async -> Event {
        if waiting.isEmpty { waiting = await inbox.take() }
        return waiting.isEmpty ? .line(nil) : waiting.removeFirst()
    }

    private func prompt(_ question: String) throws {
        try view.console.write(Array("\(question.madeVisible): ".utf8), .output)
    }

    private func say(_ lines: [StyledLine]) throws { try view.console.print(lines, colors: view.colors) }

    private func numbered(_ choices: [PlainChoice]) -> [StyledLine] {
        let widest = String(choices.count).count
        return choices.enumerated().map { index, choice in
            let number = String(index + 1)
            return StyledLine(String(repeating: " ", count: widest - number.count) + "\(number). ") + choice.title
        }
    }

    /// The screen in words: its title and state, what it says, and everything that can be chosen with its number.
    private func screenLines(_ choices: [PlainChoice]) -> [StyledLine] {
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
