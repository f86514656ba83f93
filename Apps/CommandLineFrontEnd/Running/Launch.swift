import FeatureKit
import FeatureStorage
import Interaction

/// A feature to launch, with its options.
struct Launch: Sendable {
    let feature: any Feature
    /// The features that the screens of the feature can link to.
    let registry: FeatureRegistry
    let options: [String: FieldValue]
    /// The hint that ends a message about refused options.
    let hint: String
    /// Formats the shell commands that the screen suggests.
    let command: CommandText
    /// Creates the same launch again with a new registry, as a new process would.
    let again: @Sendable () throws -> Launch

    var manifest: FeatureManifest { command.manifest }

    /// The names of the values of the feature's records, in the order of an export.
    var valueOrder: [String] {
        guard let keeping = feature as? any RecordKeeping, let checked = try? manifest.options.check(options),
            let type = try? keeping.recordType(for: checked)
        else { return manifest.valueOrder }
        return type.fields.map(\.description.name)
    }

    /// Launches the feature, waits until it has settled, runs an operation, waits again and prints the screen.
    ///
    /// - Parameters:
    ///   - limit: The time limit for all steps together.
    ///   - work: The operation to run between the launch and the printing. It does not have to end when the session is
    ///     closed.
    /// - Throws: ``CommandLineError`` for a failed screen, an exceeded time limit or a signal. Also the errors of the
    ///   launch and of the operation.
    func run(
        within limit: Duration, on console: Console, printer: FramePrinter,
        _ work: @escaping @Sendable (Session) async throws -> Outcome
    ) async throws {
        let interruption: Contender<Result> = console.interruption()
        try await withSession(on: console) { session in
            let observer = try await SessionObserver(of: session, on: console)
            let course: Contender<Result> = {
                try await session.start()
                let first = try await session.settled(within: .unlimited)
                let outcome = try await work(session)
                let frame = try await session.settled(within: .unlimited)
                let inSessionOnly =
                    printer.printsButtons ? await disabled(of: frame.screen, after: first.screen, on: console) : []
                return (frame, inSessionOnly, outcome)
            }
            let timeLimit: Contender<Result> = {
                try await console.clock.sleep(for: limit)
                throw CommandLineError.stillLoading(manifest.id, after: limit)
            }
            let result = await firstResult(of: [course, interruption, timeLimit])
            await session.close()
            let notices = await observer.finish()
            switch result {
            case .success((let frame, let inSessionOnly, let outcome)):
                if !outcome.isAction { printer.say(notices) }
                try printer.print(
                    frame, inSessionOnly: inSessionOnly, opens: outcome.opens, change: outcome.change)
                // On a terminal, a long screen would push the words about an action out of sight.
                if outcome.isAction { printer.say(notices) }
                try frame.screen.phase.verifyReady(of: manifest.id, after: limit)
                // JSON for programs does not say which row is new.
                if let success = outcome.success, !printer.isJSON || success.namesNewRow {
                    printer.say([Notice(success.text)])
                }
                if !printer.isJSON, keepsChanges, let undo = manifest.undoButton(of: outcome.change) {
                    printer.say([Notice("To undo it: \(command.undo(undo))")])
                }
            case .failure(let error):
                // A failed action shows its error as a notice too. Omit this notice, because the command reports the
                // error itself.
                printer.say(notices.filter { $0.tone != .critical || !"\(error)".hasSuffix($0.text) })
                throw error
            }
        }
    }

    /// Whether later commands can take back a change, because the records are not a copy.
    private var keepsChanges: Bool {
        let source = options[RecordSource.option.description.name]
        return source == nil || source == RecordSource.stored.fieldValue
    }

    /// What the operation of a command has led to.
    struct Outcome: Sendable {
        /// Whether the operation is an action that the person has asked for.
        var isAction = false
        /// The place that the operation sends the person to; `nil` if the person stays.
        var opens: FeatureLink?
        /// The text which says that the action has succeeded; `nil` if the feature has said it.
        var success: Screen.Success?
        /// The number of the change that the operation has made; `nil` if it has changed no record.
        var change: Int?
    }

    /// The last frame, the buttons of this frame that a new launch disables, and the outcome of the operation.
    private typealias Result = (Frame, [Button], Outcome)

    /// Returns the enabled buttons of a screen that are disabled on the screen of a new launch.
    ///
    /// - Parameters:
    ///   - screen: The screen after the operation.
    ///   - first: The screen before the operation. If this screen disables none of those buttons, the function launches
    ///     nothing.
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
    ///   - limit: The time limit, or `nil` to print until a signal interrupts the command.
    ///   - all: Whether to load all rows of the feature's lists after the feature has settled.
    /// - Throws: ``CommandLineError`` if the last screen is not ready at the time limit or if a signal interrupts the
    ///   command. Also the errors of the launch.
    func watch(for limit: Duration?, all: Bool, on console: Console, printer: FramePrinter) async throws {
        let interruption: Contender<Void> = console.interruption()
        try await withSession(on: console) { session in
            let viewer = try await session.attach()
            // Take the first frame before the session starts, because a fast start would replace that frame.
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

    /// Runs a closure with a new session, and always closes the session afterwards.
    private func withSession(on console: Console, _ body: (Session) async throws -> Void) async throws {
        do {
            try await FeatureKit.withSession(of: feature, options: options, clock: console.clock, body)
        } catch { throw refusal(of: error) }
    }

    /// Converts an error of the launch to the error that the command reports.
    private func refusal(of error: any Error) -> any Error {
        switch error {
        // The operation has already converted its own refusals to command-line errors.
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
    ///   - prepare: The closure to call before each launch of a feature.
    /// - Throws: ``CommandLineError`` for a signal. Also the errors of the launch.
    func present(
        _ presence: Console.Presence, on console: Console, screen: FullScreen,
        prepare: @escaping @Sendable (any Feature, [String: FieldValue]) async throws -> Void
    ) async throws {
        let (registry, clock) = (registry, console.clock)
        let source: @Sendable (any Feature, [String: FieldValue]) -> any ScreenSource = { feature, options in
            let launch: @Sendable ([String: FieldValue]) -> any ScreenSource = { options in
                SessionSource(feature, options: options, clock: clock, among: registry) {
                    try await prepare(feature, options)
                }
            }
            return AskingSource(for: feature.manifest, given: options, source: launch) ?? launch(options)
        }
        let first = source(feature, options)
        let follow: @Sendable (FeatureLink) throws -> any ScreenSource = { link in
            source(try registry.feature(link.feature), link.options)
        }
        do {
            // If the full screen is not available, show the feature line by line.
            if presence == .interactive,
                let view = try? screen.view(
                    on: console, source: first, catalogue: registry.manifests, follow: follow)
            {
                return try await view.run()
            }
            let view = PlainView(
                on: console, colors: screen.colors, source: first, catalogue: registry.manifests, follow: follow)
            try await view.run()
        } catch { throw refusal(of: error) }
    }
}

extension Duration {
    /// A time limit that is practically infinite, for waits whose caller has its own time limit.
    static let unlimited = Duration.seconds(3_600_000)
}

extension Screen {
    /// Returns the enabled buttons that another screen of the feature disables.
    ///
    /// Buttons are compared by action and arguments.
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
