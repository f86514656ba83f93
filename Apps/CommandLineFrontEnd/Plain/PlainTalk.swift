import FeatureKit

/// The state of a conversation in which the program shows a feature line by line.
struct PlainTalk {
    /// An error that ends the conversation because the user leaves.
    struct Leaving: Error {}

    enum Event: Sendable {
        case line(String?)
        /// An event from the source of a page. The first page has the number 1, and each linked page has the next
        /// number.
        case source(Int, SourceEvent)
        case ended(Result<SourceAnswer, any Error>)
    }

    /// A place that a page showed before its session went to another place.
    struct PlainVisit {
        let title: String
        let address: [String: FieldValue]
        let firstRow: Int
    }

    /// The maximum number of rows that are listed at once.
    static let rowsLimit = 20

    let view: PlainView
    let inbox = Inbox<Event> { new, old in
        if case (.source(let page, .frame), .source(let other, .frame)) = (new, old) { page == other } else { false }
    }
    var waiting: [Event] = []
    /// The screens of the open pages.
    ///
    /// The last screen belongs to the current page.
    var screens: [Screen] = []
    /// The actions of each open page's feature.
    ///
    /// The last element belongs to the current page.
    var pageActions: [[Action]] = []
    /// The places that the session of the current page has shown before.
    var visits: [PlainVisit] = []
    /// The last notice with a button or a link.
    var offer: Notice?
    var isStale = false
    var failure: (any Error)?
    var firstRow = 0
    /// The number of each choice of the current page.
    ///
    /// `lastNumber` is the highest of these numbers.
    var numbers: [PlainChoice.Key: Int] = [:]
    var lastNumber = 0

    init(view: PlainView) { self.view = view }

    /// The current page's screen.
    var screen: Screen { screens.last ?? Screen() }

    /// The actions of the current page's feature.
    var actions: [Action] { pageActions.last ?? [] }

    func listen(to lines: AsyncStream<String>) {
        Task { [inbox] in
            for await line in lines { inbox.put(.line(line)) }
            inbox.put(.line(nil))
        }
    }

    /// Shows a source until the user leaves its page.
    mutating func show(_ source: any ScreenSource, isFirst: Bool) async throws {
        let outer = (firstRow, numbers, lastNumber, offer, visits)
        screens.append(Screen(title: source.manifest.title))
        pageActions.append(source.manifest.actions)
        (firstRow, numbers, lastNumber, failure, offer, visits) = (0, [:], 0, nil, nil, [])
        let page = screens.count
        let events = Task { [inbox] in await source.run { inbox.put(.source(page, $0)) } }
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
        screens.removeLast()
        pageActions.removeLast()
        (firstRow, numbers, lastNumber, offer, visits) = outer
    }

    /// Shows the screen, asks for one choice and runs it.
    ///
    /// Returns whether the page stays open.
    mutating func turn(_ source: any ScreenSource, isFirst: Bool) async throws -> Bool {
        try await settle()
        if let failure {
            if isFirst { throw failure }
            try say([StyledLine("✗ \(InteractiveState.message(of: failure))", TextStyle(tone: .critical))])
            return false
        }
        let choices = number(self.choices())
        try say(screenLines(choices))
        while true {
            let way = previousTitle == nil ? "leave" : "go back"
            let search = screen.search(actions) == nil ? "" : "/words to search, "
            guard let answer = try await ask("Number, \(search)? for more, q to \(way)") else {
                throw Leaving()
            }
            switch answer.lowercased() {
            case "q", "quit", "exit":
                if previousTitle == nil { throw Leaving() }
                return try await goBack(source)
            case "": return true
            case "u" where offer?.button != nil:
                if let button = offer?.button { try await take(.press(button, nil), source) }
                return true
            case "o" where offer?.opens != nil:
                if let link = offer?.opens { try await open(link, source) }
                return true
            case "?", "h", "help":
                try say(screen.search(actions) == nil ? Self.help : Self.help + [Self.searchHelp])
                continue
            case _ where answer.hasPrefix("/"):
                try await self.search(String(answer.dropFirst()).trimmed, source)
                return true
            default: break
            }
            guard let chosen = choices.first(where: { String($0.number) == answer })?.choice else {
                let hint = choices.isEmpty ? "there is nothing to choose" : "type the number of a line"
                try say([StyledLine("\u{201C}\(answer)\u{201D} is not a choice; \(hint)", TextStyle(tone: .warning))])
                continue
            }
            if case .back = chosen.target { return try await goBack(source) }
            try await take(chosen.target, source)
            return true
        }
    }

    static let searchHelp = StyledLine(
        "Type a slash and words to search, or a slash alone to show everything again.")

    static let help = [
        StyledLine("Type the number of a row or of an action and press Enter."),
        StyledLine("A row or an action keeps its number while you stay on its page."),
        StyledLine("Press Enter alone to show the current screen."),
        StyledLine("In a question, press Enter to keep the value in brackets, or type a full stop to cancel."),
    ]
}
