import FeatureKit
import FeatureStorage

/// A feature to launch and its options.
struct Launch: Sendable {
    let feature: any Feature
    /// The features that its screens can link to.
    let registry: FeatureRegistry
    let options: [String: FieldValue]
    /// The hint of a message about refused options.
    let hint: String
    /// Formats the commands that its screen suggests.
    let command: CommandText
    /// Makes the same launch again with a new registry, as another process would.
    let again: @Sendable () throws -> Launch

    var manifest: FeatureManifest { command.manifest }

    /// Launches the feature, waits until it has settled, runs the work, waits again and prints the screen.
    ///
    /// - Parameters:
    ///   - limit: The time limit for everything.
    ///   - work: The work between the launch and the printing. It need not end when the session is closed.
    /// - Throws: ``CommandLineError`` for a failed screen, a time limit or an interruption; and the errors of launch
    ///   and work.
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
                // A failed action announces its error, which the command reports too.
                printer.say(notices.filter { $0.tone != .critical || !"\(error)".hasSuffix($0.text) })
                throw error
            }
        }
    }

    /// The last frame, and those of its buttons that a new launch disables.
    private typealias Result = (Frame, [Button])

    /// Returns the enabled buttons of a screen that are disabled on the screen of a new launch.
    ///
    /// - Parameters:
    ///   - screen: The screen after some work.
    ///   - first: The screen before it. If it disabled none of the buttons, no new launch is needed.
    private func disabled(of screen: Screen, after first: Screen, on console: Console) async -> [Button] {
        let doubtful = screen.enabledButtons(disabledOn: first)
        guard !doubtful.isEmpty else { return [] }
        let fresh = try? await FeatureKit.withSession(of: again().feature, options: options, clock: console.clock) {
            try await $0.start()
            return try await $0.settled(within: .unlimited).screen
        }
        return screen.enabledButtons(disabledOn: fresh ?? first)
    }

    /// Launches the feature and prints each frame, beginning with the first.
    ///
    /// - Parameters:
    ///   - limit: The time limit; `nil` runs until an interruption.
    ///   - all: Whether to load all rows of its lists after it has settled.
    /// - Throws: ``CommandLineError`` if the last screen is not ready at the time limit, and for an interruption; and
    ///   the launch's errors.
    func watch(for limit: Duration?, all: Bool, on console: Console, printer: FramePrinter) async throws {
        let interruption: Contender<Void> = console.interruption()
        try await withSession(on: console) { session in
            let viewer = try await session.attach()
            // Take the first frame before the start; a fast start would replace it.
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
            let phase = try await console.wait(for: printing, within: limit, interruption) { await session.close() }
            try phase.verifyReady(of: manifest.id, after: limit ?? .zero)
        }
    }

    /// Runs a session and always closes it afterwards.
    private func withSession(on console: Console, _ body: (Session) async throws -> Void) async throws {
        do {
            try await FeatureKit.withSession(of: feature, options: options, clock: console.clock, body)
        } catch { throw refusal(of: error) }
    }

    /// The command's error for a launch's error.
    private func refusal(of error: any Error) -> any Error {
        switch error {
        // The work has already turned its own refusals into command-line errors.
        case let error as InputRefused: CommandLineError.options(error, inOrderOf: manifest.options, hint: hint)
        case is FeatureError, is CommandLineError, is StorageError: error
        default: CommandLineError.featureFailed("feature '\(manifest.id)' cannot be launched: \(error)")
        }
    }

    // MARK: - Interactive

    /// Launches the feature and shows it until the user leaves.
    ///
    /// - Parameters:
    ///   - presence: `interactive` or `plain`.
    ///   - prepare: Called before each feature's launch.
    /// - Throws: ``CommandLineError`` for an interruption; and the launch's errors.
    func present(
        _ presence: Console.Presence, on console: Console, colors: ColorChoice,
        prepare: @escaping @Sendable (any Feature, [String: FieldValue]) async throws -> Void
    ) async throws {
        let (registry, clock) = (registry, console.clock)
        let source: @Sendable (any Feature, [String: FieldValue]) -> any ScreenSource = { feature, options in
            let launch: @Sendable ([String: FieldValue]) -> any ScreenSource = { options in
                SessionSource(feature, options: options, clock: clock) { try await prepare(feature, options) }
            }
            return AskingSource(for: feature.manifest, given: options, source: launch) ?? launch(options)
        }
        let first = source(feature, options)
        let follow: @Sendable (FeatureLink) throws -> any ScreenSource = { link in
            source(try registry.feature(link.feature), link.options)
        }
        do {
            // Fall back to line by line if the terminal cannot be taken.
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
    /// Practically without limit, for waits whose caller has a time limit.
    static let unlimited = Duration.seconds(3_600_000)
}

extension Screen {
    /// Returns the enabled buttons that another screen of the feature disables, by action and arguments.
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
