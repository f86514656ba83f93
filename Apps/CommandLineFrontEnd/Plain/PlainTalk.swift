import FeatureKit

/// One conversation: what was asked last, and what waits to be said.
struct PlainTalk {
    /// The person leaves.
    struct Leaving: Error {}

    enum Event: Sendable {
        case line(String?)
        /// From the source of a page: 1 for the first, 2 for what was followed from there.
        case source(Int, SourceEvent)
        case ended((any Error)?)
    }

    /// How many rows are listed at once.
    static let rowsLimit = 20

    let view: PlainView
    let inbox = Inbox<Event> { new, old in
        if case (.source(let page, .frame), .source(let other, .frame)) = (new, old) { page == other } else { false }
    }
    var waiting: [Event] = []
    /// What the pages show, the one that is spoken of last.
    var screens: [Screen] = []
    var isStale = false
    var failure: (any Error)?
    var firstRow = 0
    /// The numbers of what could be chosen on the page that is spoken of, and the last that was given.
    var numbers: [PlainChoice.Key: Int] = [:]
    var lastNumber = 0

    init(view: PlainView) { self.view = view }

    /// What the page shows that is spoken of.
    var screen: Screen { screens.last ?? Screen() }

    func listen(to lines: AsyncStream<String>) {
        Task { [inbox] in
            for await line in lines { inbox.put(.line(line)) }
            inbox.put(.line(nil))
        }
    }

    /// Shows a source until the person goes back from it.
    mutating func show(_ source: any ScreenSource, isFirst: Bool) async throws {
        let outer = (firstRow, numbers, lastNumber)
        screens.append(Screen(title: source.manifest.title))
        (firstRow, numbers, lastNumber, failure) = (0, [:], 0, nil)
        let page = screens.count
        let events = Task { [inbox] in for await event in source.events() { inbox.put(.source(page, event)) } }
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
        (firstRow, numbers, lastNumber) = outer
    }

    /// Shows the screen and does what is chosen; returns whether to go on with it.
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
            guard let chosen = choices.first(where: { String($0.number) == answer })?.choice else {
                let hint = choices.isEmpty ? "there is nothing to choose" : "choose a number that stands before a line"
                try say([StyledLine("\u{201C}\(answer)\u{201D} is no choice; \(hint)", TextStyle(tone: .warning))])
                continue
            }
            try await take(chosen.target, source)
            return true
        }
    }

    static let help = [
        StyledLine("Type the number of a row or of an action and press Enter."),
        StyledLine("A row or an action keeps its number while you stay on its page."),
        StyledLine("Enter alone shows the screen again, with whatever has changed."),
        StyledLine("In a question, Enter alone takes what stands in brackets, a full stop alone cancels."),
    ]
}
