import FeatureKit
import Interaction

/// The state of a conversation in which the program shows a feature line by line.
struct PlainTalk {
    /// An error that ends the conversation because the user leaves.
    struct Leaving: Error {}

    /// An action whose success the feature has not announced.
    struct SilentAction {
        let effect: Action.Effect
        /// The words which say that the action has succeeded; `nil` if the new screen says enough.
        let success: SuccessWords?
        /// The button that takes the action back; `nil` if it cannot be taken back.
        let undo: Button?
    }

    enum Event: Sendable {
        case line(String?)
        /// An event from the source of a page. The first page has the number 1, and each linked page has the next
        /// number.
        case source(Int, SourceEvent)
        case ended(Result<SourceAnswer, any Error>)
        /// The pause after a live change is over.
        case pauseEnded
    }

    let view: PlainView
    let inbox = Inbox<Event> { new, old in
        if case (.source(let page, .frame), .source(let other, .frame)) = (new, old) { page == other } else { false }
    }
    var waiting: [Event] = []
    /// The open pages.
    ///
    /// The last page is current.
    var pages: [PlainPage] = []
    /// The last action, if it has ended without a notice; `nil` after its effect was written.
    var silentAction: SilentAction?
    /// The number of notices.
    var noticeCount = 0
    /// Whether live changes wait until the pause after the last one is over.
    var isPausing = false
    /// The texts that the person typed into forms and that were not sent.
    var drafts: [FormState.Identity: FormState.Draft] = [:]
    /// The number of live changes that were written since the last answer.
    var liveCount = 0

    init(view: PlainView) { self.view = view }

    /// The current page.
    var page: PlainPage {
        get { pages[pages.count - 1] }
        set { pages[pages.count - 1] = newValue }
    }

    /// The current page's screen.
    var screen: Screen { page.screen }

    /// The actions of the current page's feature.
    var actions: [Action] { page.manifest.actions }

    /// Returns the number of a choice of the current page.
    mutating func number(_ key: PlainChoice.Key) -> Int {
        // A call through `page` would copy all numbers.
        pages[pages.count - 1].number(key)
    }

    func listen(to lines: AsyncStream<String>) {
        Task { [inbox] in
            for await line in lines { inbox.put(.line(line)) }
            inbox.put(.line(nil))
        }
    }

    /// Shows a source until the user leaves its page.
    ///
    /// - Parameter action: The action whose form is filled in first; `nil` for none.
    mutating func show(_ source: any ScreenSource, isFirst: Bool, beginning action: String? = nil) async throws {
        var (source, action) = (source, action)
        pages.append(PlainPage(source.manifest))
        var events = try follow(source)
        do {
            while true {
                var next = try neighbour(of: source)
                if next == nil {
                    try await settle()
                    if let failure = page.failure {
                        next = try await restarted(source, after: failure, isFirst: isFirst)
                        if next == nil { break }
                    } else if let begun = action {
                        action = nil
                        try tell()
                        try await begin(begun, source)
                    } else if try await !turn(source) {
                        break
                    }
                }
                guard let next else { continue }
                events.cancel()
                await source.close()
                await events.value
                forgetEvents()
                source = next
                events = try follow(next)
            }
            events.cancel()
            await source.close()
        } catch {
            events.cancel()
            await source.close()
            throw error
        }
        pages.removeLast()
        // The person has seen another page since, so write the whole screen of this one.
        if !pages.isEmpty { page.told = nil }
    }

    /// Runs the source of the current page.
    private func follow(_ source: any ScreenSource) throws -> Task<Void, Never> {
        try say([StyledLine("\(source.manifest.title): loading…", .dim)])
        let number = pages.count
        view.work.follow(source)
        return Task { [inbox] in await source.run { inbox.put(.source(number, $0)) } }
    }

    /// Returns the answer that presses the button of a notice.
    ///
    /// A button that does again what was taken back has an answer of its own, so that `u` goes on taking back.
    func offerKey(of button: Button) -> String { page.manifest.doesAgain(button) ? "redo" : "u" }

    /// Shows the screen or its changes, asks for one choice and runs it.
    ///
    /// Returns whether the page stays open.
    private mutating func turn(_ source: any ScreenSource) async throws -> Bool {
        try tell()
        liveCount = 0
        while true {
            let search = screen.search(actions) == nil ? "" : "/words to search, "
            guard let answer = try await ask("Number, \(search)? for more, q to \(wayOut)", tellsChanges: true) else {
                throw Leaving()
            }
            switch answer.lowercased() {
            case "q", "quit", "exit":
                if previousTitle == nil { throw Leaving() }
                return try await goBack(source)
            case "", "show":
                page.told = nil
                return true
            case "more":
                try await showMoreRows(source)
                return true
            case "previous":
                try showPreviousRows()
                return true
            case let key where page.offer?.button.map(offerKey) == key:
                if let button = page.offer?.button { try await take(.press(button, nil), source) }
                return true
            case "u":
                // After another change than the offered one, or after an undo, the last change is taken back.
                guard let button = screen.buttons.first(where: source.manifest.takesBack) else { break }
                try await take(.press(button, nil), source)
                return true
            case "o" where page.offer?.opens != nil:
                if let link = page.offer?.opens { try await open(link, source) }
                return true
            case "?", "h", "help":
                let search = screen.search(actions) == nil ? [] : [Self.searchHelp]
                try say(Self.help + search + (canTick ? [Self.tickHelp] : []))
                continue
            case _ where answer.hasPrefix("/"):
                try await self.search(String(answer.dropFirst()).trimmed, source)
                return true
            default: if try tick(answer) { continue }
            }
            switch find(answer) {
            case .unclear(let problem):
                switch (answer.lowercased(), screen.up) {
                case ("back", let up?) where previousTitle == nil:
                    try await open(up, source)
                    return true
                case ("up", let up?):
                    if title(of: up) == previousTitle { return try await goBack(source) }
                    try await open(up, source)
                    return true
                default: try say([StyledLine(problem, TextStyle(tone: .warning))])
                }
            case .chosen(let choice):
                if case .back = choice.target { return try await goBack(source) }
                try await take(choice.target, source)
                return true
            }
        }
    }

    static let searchHelp = StyledLine(
        "Type a slash and words to search, or a slash alone to show everything again.")

    static let menuHelp = [
        StyledLine("Type the number of a line, its letter or the beginning of its name, and press Enter."),
        StyledLine("Press Enter alone to go back."),
    ]

    static let help = [
        StyledLine("Type the number of a row or of an action and press Enter."),
        StyledLine("The letter in parentheses or the beginning of a name has the same effect."),
        StyledLine("A row or an action keeps its number while you stay on its page."),
        StyledLine("Only what has changed is written. Press Enter alone, or type show, to show the whole screen."),
        StyledLine("Type more for the next rows of a long list, and previous for the rows before."),
        StyledLine("In a question, press Enter to keep the value in brackets, or type a full stop to cancel."),
    ]
}
