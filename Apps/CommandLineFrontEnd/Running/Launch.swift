import FeatureKit
import FeatureStorage

/// A feature to launch, with the options that it is launched with.
struct Launch: Sendable {
    let feature: any Feature
    /// The features that can be launched from its screen.
    let registry: FeatureRegistry
    let options: [String: FieldValue]
    /// What to do next when the options are refused.
    let hint: String
    /// Spells the commands that its screen offers.
    let command: CommandText
    /// Makes the same launch anew, as another process would.
    let again: @Sendable () throws -> Launch

    var manifest: FeatureManifest { command.manifest }

    /// Launches the feature, waits until it has settled, does some work, waits again, and prints the screen.
    ///
    /// - Parameters:
    ///   - limit: How long it all may take.
    ///   - work: What to do in between; it need not end when the session is closed.
    /// - Throws: ``CommandLineError`` for a screen that failed, a limit that passed or an interruption; and what the
    ///   launch and the work throw.
    func run(
        within limit: Duration, on console: Console, printer: FramePrinter,
        _ work: @escaping @Sendable (Session) async throws -> Void
    ) async throws {
        let interruption: Contender<Result> = console.interruption()
        try await withSession(on: console) { session in
            let observer = try await SessionObserver(of: session, on: console)
            let course: Contender<Result> = {
                try await session.start()
                let first = try await session.settled(within: .unlimited)
                try await work(session)
                let frame = try await session.settled(within: .unlimited)
                let inSessionOnly =
                    printer.isJSON ? [] : await disabled(of: frame.screen, after: first.screen, on: console)
                return (frame, inSessionOnly)
            }
            let timeLimit: Contender<Result> = {
                try await console.clock.sleep(for: limit)
                throw CommandLineError.stillLoading(manifest.id, after: limit)
            }
            let result = await firstResult(of: [course, interruption, timeLimit])
            await session.close()
            let notices = await observer.finish()
            switch result {
            case .success((let frame, let inSessionOnly)):
                printer.say(notices)
                try printer.print(frame, inSessionOnly: inSessionOnly)
                try frame.screen.phase.verifyReady(of: manifest.id, after: limit)
            case .failure(let error):
                // A failed action announces the error that is about to be said.
                printer.say(notices.filter { $0.tone != .critical || !"\(error)".hasSuffix($0.text) })
                throw error
            }
        }
    }

    /// What a run ends with: the last frame, and those of its buttons that are disabled when a command launches anew.
    private typealias Result = (Frame, [Button])

    /// Returns the enabled buttons of a screen that are disabled on the screen of a new launch.
    ///
    /// - Parameters:
    ///   - screen: The screen after some work.
    ///   - first: The screen before it. If all was enabled there, no launch is needed to find out.
    private func disabled(of screen: Screen, after first: Screen, on console: Console) async -> [Button] {
        let doubtful = screen.enabledButtons(disabledOn: first)
        guard !doubtful.isEmpty else { return [] }
        let fresh = try? await FeatureKit.withSession(of: again().feature, options: options, clock: console.clock) {
            try await $0.start()
            return try await $0.settled(within: .unlimited).screen
        }
        return screen.enabledButtons(disabledOn: fresh ?? first)
    }

    /// Launches the feature and prints every frame as it comes, beginning with the first.
    ///
    /// - Parameters:
    ///   - limit: After how long to end; `nil` for not before an interruption.
    ///   - all: Whether to ask for all rows of its lists, once it has settled.
    /// - Throws: ``CommandLineError`` if the last screen is not ready when the time is over, and for an interruption; and
    ///   what the launch throws.
    func watch(for limit: Duration?, all: Bool, on console: Console, printer: FramePrinter) async throws {
        let interruption: Contender<Void> = console.interruption()
        try await withSession(on: console) { session in
            let viewer = try await session.attach()
            // The first frame is taken before the start, or a fast start would put a newer one in its place.
            let first = await viewer.next()
            let printing = Task {
                var phase = try printer.print(first) ?? .loading
                try await session.start()
                let asking = Task {
                    guard all else { return }
                    _ = try await session.settled(within: .unlimited)
                    try await session.pressMoreToTheEnd()
                }
                defer { asking.cancel() }
                for await event in viewer { phase = try printer.print(event) ?? phase }
                return phase
            }
            let course: Contender<Void> = { _ = try await printing.value }
            let timeLimit: Contender<Void> = {
                guard let limit else { return nil }
                return try await console.clock.sleep(for: limit)
            }
            let result = await firstResult(of: [course, interruption, timeLimit])
            await session.close()
            // Whoever interrupts does not wait for a reader that takes nothing.
            if case .failure(let error as CommandLineError) = result, error.isInterruption { throw error }
            let phase = try await printing.value
            try result.get()
            try phase.verifyReady(of: manifest.id, after: limit ?? .zero)
        }
    }

    /// Runs a session and closes it on every way out.
    private func withSession(on console: Console, _ body: (Session) async throws -> Void) async throws {
        do {
            try await FeatureKit.withSession(of: feature, options: options, clock: console.clock, body)
        } catch { throw refusal(of: error) }
    }

    /// The error that ends the command, for one that a launch has thrown.
    private func refusal(of error: any Error) -> any Error {
        switch error {
        // The work's own refusals are command-line errors by now.
        case let error as InputRefused: CommandLineError.options(error, inOrderOf: manifest.options, hint: hint)
        case is FeatureError, is CommandLineError, is StorageError: error
        default: CommandLineError.featureFailed("feature '\(manifest.id)' cannot be launched: \(error)")
        }
    }

    // MARK: - With somebody there

    /// Launches the feature and shows it until the person leaves.
    ///
    /// - Parameters:
    ///   - presence: Whether on the whole terminal or line by line.
    ///   - prepare: What each feature needs before it is launched.
    /// - Throws: ``CommandLineError`` for an interruption; and what the launch throws.
    func present(
        _ presence: Console.Presence, on console: Console, colors: ColorChoice,
        prepare: @escaping @Sendable (any Feature, [String: FieldValue]) async throws -> Void
    ) async throws {
        let (registry, clock) = (registry, console.clock)
        let source: @Sendable (any Feature, [String: FieldValue]) -> SessionSource = { feature, options in
            SessionSource(feature, options: options, clock: clock) { try await prepare(feature, options) }
        }
        let first = source(feature, options)
        let follow: @Sendable (FeatureLink) throws -> any ScreenSource = { link in
            source(try registry.feature(link.feature), link.options)
        }
        do {
            // A terminal that cannot be taken can still be written to.
            if presence == .interactive, let terminal = try? console.input.takeTerminal() {
                let view = InteractiveView(
                    on: terminal, depth: console.colorDepth(colors), clock: clock, source: first,
                    catalogue: registry.manifests, follow: follow)
                return try await view.run()
            }
            let view = PlainView(
                on: console, colors: colors, source: first, catalogue: registry.manifests, follow: follow)
            try await view.run()
        } catch { throw refusal(of: error) }
    }
}

extension Duration {
    /// Longer than anybody waits: what ends earlier has its own limit.
    static let unlimited = Duration.seconds(3_600_000)
}

extension Screen {
    /// Returns the enabled buttons that another screen of the feature shows disabled, with the same arguments.
    fileprivate func enabledButtons(disabledOn other: Screen) -> [Button] {
        let all = other.allButtons
        let disabled = all.filter { button in
            !button.enabled && !all.contains { $0.enabled && $0.hasSameEffect(as: button) }
        }
        return allButtons.filter { button in button.enabled && disabled.contains { $0.hasSameEffect(as: button) } }
    }
}

extension Button {
    fileprivate func hasSameEffect(as other: Button) -> Bool {
        action == other.action && arguments == other.arguments
    }
}
