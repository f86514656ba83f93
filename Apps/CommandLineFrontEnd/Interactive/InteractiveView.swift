package import FeatureKit
package import TerminalKit

/// Shows features on the full screen of a terminal until the user leaves.
///
/// A loop passes the events of the terminal, the sources and the clock to ``InteractiveState``. It runs the effects
/// that the state returns, and paints at most sixty times a second. All events wait in one queue, the inbox of the
/// loop. Painting writes synchronously.
package struct InteractiveView: Sendable {
    /// How long to wait after an escape byte for the rest of an escape sequence.
    private static let escapeDelay = Duration.milliseconds(30)
    /// The minimum time between two paints.
    private static let paintInterval = Duration.milliseconds(16)

    private let terminal: Terminal
    private let depth: Color.Depth
    private let repertoire: Repertoire
    private let clock: any Clock<Duration>
    private let source: any ScreenSource
    private let catalogue: [FeatureManifest]
    private let follow: @Sendable (FeatureLink) throws -> any ScreenSource
    private let look: Look
    private let asksBackground: Bool

    /// Creates a view that does not show anything yet.
    ///
    /// - Parameters:
    ///   - terminal: The terminal. The view closes it at the end.
    ///   - repertoire: The characters that the terminal shows.
    ///   - source: The source of the first page.
    ///   - catalogue: The features that the command palette offers.
    ///   - look: The name and the colours of the view.
    ///   - asksBackground: Whether to ask the terminal for its background colour.
    ///   - follow: Creates the source of the page that a link opens.
    package init(
        on terminal: Terminal, depth: Color.Depth, repertoire: Repertoire = .unicode, clock: any Clock<Duration>,
        source: any ScreenSource, catalogue: [FeatureManifest], look: Look = Look(), asksBackground: Bool = false,
        follow: @escaping @Sendable (FeatureLink) throws -> any ScreenSource
    ) {
        (self.terminal, self.depth, self.repertoire, self.clock) = (terminal, depth, repertoire, clock)
        (self.source, self.catalogue, self.follow) = (source, catalogue, follow)
        (self.look, self.asksBackground) = (look, asksBackground)
    }

    /// Runs until the user leaves.
    ///
    /// - Throws: The error of the first launch, or ``CommandLineError`` for a signal.
    package func run() async throws {
        var loop = InteractiveLoop(
            terminal: terminal, depth: depth, repertoire: repertoire, clock: clock,
            state: InteractiveState(
                source.manifest, catalogue: catalogue, size: terminal.size(), look: look, isRemote: source.isRemote),
            follow: follow)
        do {
            // Paint before anything of the source is shown. The source loads meanwhile, on another thread.
            loop.begin(source, page: 0)
            try loop.paint()
            if asksBackground { try loop.write(Array(TerminalSequences.backgroundQuestion.utf8)) }
            try await loop.run(escapeDelay: Self.escapeDelay, paintInterval: Self.paintInterval)
            await loop.end()
        } catch {
            await loop.end()
            throw error
        }
    }
}

/// The event loop of a running view.
private struct InteractiveLoop {
    private enum Event: Sendable {
        case terminal(Terminal.Event)
        case view(InteractiveEvent)
        case escapeTimeout(Int)
    }

    let terminal: Terminal
    let depth: Color.Depth
    let repertoire: Repertoire
    let clock: any Clock<Duration>
    var state: InteractiveState
    let follow: @Sendable (FeatureLink) throws -> any ScreenSource
    private let elapsed: @Sendable () -> Duration
    private let inbox: Inbox<Event>
    private var sources: [Int: any ScreenSource] = [:]
    private var tasks: [Task<Void, Never>] = []
    private var timer: Task<Void, Never>?
    /// The search for the records that the focused field can name.
    private var finding: Task<Void, Never>?
    private var decoder = KeyDecoder()
    private var bytesSeen = 0
    private var shown: CellBuffer?
    private var lastPaint: Duration?
    /// Whether the view has painted a screen that is not loading.
    ///
    /// The first such screen is painted at once, because the user waits for it.
    private var hasContent = false

    init(
        terminal: Terminal, depth: Color.Depth, repertoire: Repertoire, clock: any Clock<Duration>,
        state: InteractiveState, follow: @escaping @Sendable (FeatureLink) throws -> any ScreenSource
    ) {
        (self.terminal, self.depth, self.repertoire) = (terminal, depth, repertoire)
        (self.clock, self.state, self.follow) = (clock, state, follow)
        elapsed = clock.stopwatch()
        inbox = Inbox { new, old in
            // A newer frame of a page replaces an older frame that the loop has not taken yet.
            if case (.view(.source(let page, .frame)), .view(.source(let other, .frame))) = (new, old) {
                return page == other
            }
            if case (.terminal(.resized), .terminal(.resized)) = (new, old) { return true }
            if case (.view(.tick), .view(.tick)) = (new, old) { return true }
            return false
        }
    }

    mutating func run(escapeDelay: Duration, paintInterval: Duration) async throws {
        let (terminal, inbox) = (terminal, inbox)
        tasks.append(Task { for await event in terminal.events { inbox.put(.terminal(event)) } })
        while true {
            let events = await inbox.take()
            if events.isEmpty { return }
            for event in events {
                if let end = try handle(event) {
                    switch end {
                    case .left: return
                    case .failed(let error): throw error
                    }
                }
            }
            if decoder.isWaiting { wake(after: escapeDelay, with: .escapeTimeout(bytesSeen)) }
            let now = elapsed()
            let isAwaited = !hasContent && !state.page.screen.phase.isLoading
            if let lastPaint, now - lastPaint < paintInterval, !isAwaited {
                setTimer(paintInterval - (now - lastPaint))
            } else {
                try paint()
                setTimer(state.nextChange.map { max(.milliseconds(1), $0 - now) })
            }
        }
    }

    mutating func end() async {
        tasks.forEach { $0.cancel() }
        timer?.cancel()
        finding?.cancel()
        terminal.close()
        for source in sources.values { await source.close() }
    }

    // MARK: - Events

    private mutating func handle(_ event: Event) throws -> InteractiveEnd? {
        switch event {
        case .view(let event): return try reduce(event)
        case .terminal(.bytes(let bytes)):
            bytesSeen += bytes.count
            for press in decoder.decode(bytes) { if let end = try reduce(.key(press)) { return end } }
        case .escapeTimeout(let seen) where seen == bytesSeen:
            for press in decoder.flush() { if let end = try reduce(.key(press)) { return end } }
        case .escapeTimeout: break
        case .terminal(.resized): return try reduce(.resized(terminal.size()))
        case .terminal(.resumed):
            shown = nil
            return try reduce(.resized(terminal.size()))
        case .terminal(.stopped): suspend()
        case .terminal(.interrupted(let signal)): throw CommandLineError.interrupted(signal: signal)
        case .terminal(.hungUp): throw CommandLineError.hungUp
        }
        return nil
    }

    private mutating func reduce(_ event: InteractiveEvent) throws -> InteractiveEnd? {
        for effect in state.reduce(event, at: elapsed()) {
            switch effect {
            case .perform(let page, let key, let call): perform(page, key, call)
            case .cancel(let page, let work): cancel(page, work)
            case .findWay(let page, let link, let direction): findWay(page, link, direction)
            case .findReferences(let page, let question): find(page, question)
            case .open(let page, let link):
                do { begin(try follow(link), page: page) } catch {
                    inbox.put(.view(.source(page: page, .failed(error))))
                }
            case .close(let page):
                let source = sources.removeValue(forKey: page)
                tasks.append(Task { await source?.close() })
            case .copy(let text): try write(Array(TerminalSequences.copying(text).utf8))
            case .suspend: suspend()
            case .repaint: shown = nil
            case .leave(let end): return end
            }
        }
        return nil
    }

    /// Starts the source of a page.
    mutating func begin(_ source: any ScreenSource, page: Int) {
        let inbox = inbox
        let running = Task { await source.run { inbox.put(.view(.source(page: page, $0.located(by: source)))) } }
        sources[page] = source
        tasks.append(running)
    }

    private mutating func perform(_ page: Int, _ key: Int, _ call: Call) {
        guard let source = sources[page] else { return }
        let inbox = inbox
        Task {
            do {
                let answer = try await source.perform(call)
                inbox.put(.view(.performed(call: key, answer: answer, error: nil)))
            } catch { inbox.put(.view(.performed(call: key, error: error))) }
        }
    }

    private func cancel(_ page: Int, _ work: String) {
        guard let source = sources[page] else { return }
        let inbox = inbox
        Task {
            do { try await source.cancel(work) } catch {
                inbox.put(.view(.source(page: page, .notice(Notice("\(error)", tone: .warning)))))
            }
        }
    }

    private func findWay(_ page: Int, _ link: FeatureLink, _ direction: Direction) {
        guard let source = sources[page] else { return }
        let inbox = inbox
        Task { inbox.put(.view(.way(page: page, link, direction, await source.way(to: link.options)))) }
    }

    /// Asks for the records that a field can name; the answer to the question before is no longer needed.
    private mutating func find(_ page: Int, _ question: ReferenceQuestion) {
        guard let source = sources[page] else { return }
        let inbox = inbox
        finding?.cancel()
        finding = Task {
            let answer: Result<ChoicePage, any Error>
            do {
                answer = .success(
                    try await source.choices(of: question.field, matching: question.search, after: question.after))
            } catch { answer = .failure(error) }
            inbox.put(.view(.references(question, answer)))
        }
    }

    private mutating func suspend() {
        terminal.suspend()
        shown = nil
    }

    // MARK: - Time and paint

    mutating func paint() throws {
        let buffer = state.painted(depth: depth)
        let bytes = buffer.bytes(from: shown, depth: depth, repertoire: repertoire)
        shown = buffer
        hasContent = hasContent || !state.page.screen.phase.isLoading
        guard !bytes.isEmpty else { return }
        lastPaint = elapsed()
        try write(bytes)
    }

    func write(_ bytes: [UInt8]) throws {
        do { try terminal.write(bytes) } catch TerminalError.hungUp { throw CommandLineError.hungUp }
    }

    private mutating func setTimer(_ pause: Duration?) {
        timer?.cancel()
        timer = pause.map { wake(after: $0, with: .view(.tick)) }
    }

    @discardableResult
    private func wake(after pause: Duration, with event: Event) -> Task<Void, Never> {
        Task { [clock, inbox] in
            do { try await clock.sleep(for: pause) } catch { return }
            inbox.put(event)
        }
    }
}

extension SourceEvent {
    /// Returns the event with the place that its frame shows, if that place is known.
    fileprivate func located(by source: any ScreenSource) -> SourceEvent {
        guard case .frame(var frame) = self, frame.screen.address == nil else { return self }
        frame.screen.address = source.options
        return .frame(frame)
    }
}

extension CommandLineError {
    /// The error for a closed terminal.
    ///
    /// Closing the terminal has the same effect as the signal SIGHUP (1).
    fileprivate static let hungUp = interrupted(signal: 1)
}
