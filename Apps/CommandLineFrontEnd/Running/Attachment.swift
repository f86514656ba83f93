import FeatureKit
import Interaction

/// A session of a server that is ready to be shown.
struct Attachment: Sendable {
    /// The session to show.
    private enum Subject {
        case running(Frame)
        /// A new session of a feature, with these options.
        case new([String: FieldValue])
    }

    private let server: RemoteServer
    private let subject: Subject
    private let manifest: FeatureManifest
    /// The features that the screens of the session can link to.
    private let catalogue: [FeatureManifest]

    /// Finds what an address names: a session, the place of a feature in a new session, or the server's only session.
    ///
    /// The initializer catches no signals, because there is nothing to clean up yet. It begins no session.
    ///
    /// - Parameter program: The program's name, for messages.
    /// - Throws: ``CommandLineError`` if the server has no such session or feature, or if the address names neither and
    ///   the server has not exactly one session. `RemoteFault` if the server cannot be reached, or `RemoteProblem` if
    ///   the server refuses the request.
    init(to address: ServerAddress, on server: RemoteServer, program: String) async throws {
        self.server = server
        if let feature = address.feature {
            catalogue = try await server.features()
            manifest = try Self.manifest(of: feature, among: catalogue, on: server)
            subject = .new(try Self.options(of: manifest, in: address))
            return
        }
        let session: String
        if let named = address.session {
            session = named
        } else {
            let entries = try await server.sessions()
            guard entries.count == 1 else {
                throw server.choice(of: entries, among: try await server.features(), program: program)
            }
            session = entries[0].session
        }
        let frame: Frame
        do { frame = try await server.frame(of: session) } catch let problem as RemoteProblem {
            throw problem.status == 404 ? server.unknown(session) : problem
        }
        subject = .running(frame)
        catalogue = try await server.features()
        guard let manifest = catalogue.first(where: { $0.id == frame.feature }) else {
            throw CommandLineError.featureFailed(
                "'\(server.address.root)' does not list the feature '\(frame.feature)'")
        }
        self.manifest = manifest
    }

    private static func manifest(
        of id: String, among catalogue: [FeatureManifest], on server: RemoteServer
    ) throws(CommandLineError) -> FeatureManifest {
        guard let manifest = catalogue.first(where: { $0.id == id }) else {
            let ids = catalogue.map(\.id)
            throw .usage(
                "'\(server.address.root)' has no feature \(FieldValue.quote(id)), known are "
                    + ids.joined(separator: ", ") + suggestion(for: id, among: ids))
        }
        return manifest
    }

    /// Reads the options in the query of an address as the server's pages do: an empty text leaves an option out.
    private static func options(
        of manifest: FeatureManifest, in address: ServerAddress
    ) throws(CommandLineError) -> [String: FieldValue] {
        do {
            return try manifest.options.read(address.query, noun: "option", isForm: true)
        } catch {
            throw .options(error, inOrderOf: manifest.options, hint: "the address has these options after '?'")
        }
    }

    /// Shows the session until the user leaves.
    ///
    /// - Parameter presence: `interactive` or `plain`.
    func present(_ presence: Console.Presence, on console: Console, screen: FullScreen) async throws {
        let (server, catalogue, clock) = (server, catalogue, console.clock)
        let follow: @Sendable (FeatureLink) throws -> any ScreenSource = { link in
            guard let manifest = catalogue.first(where: { $0.id == link.feature }) else {
                throw FeatureError(.unknownFeature, "the server has no feature \(FieldValue.quote(link.feature))")
            }
            let source: @Sendable ([String: FieldValue]) -> any ScreenSource = { options in
                let link = FeatureLink(feature: link.feature, options: options)
                return RemoteSource(.launch(link), on: server, manifest: manifest, clock: clock)
            }
            return AskingSource(for: manifest, given: link.options, isRemote: true, source: source)
                ?? source(link.options)
        }
        let source: any ScreenSource
        switch subject {
        case .running(let frame):
            // A frame without an address shows the place of the launch, which only the list of sessions tells.
            let options = (try? await server.sessions())?.first { $0.session == frame.session }?.options
            source = RemoteSource(.session(frame, options: options), on: server, manifest: manifest, clock: clock)
        case .new(let options): source = try follow(FeatureLink(feature: manifest.id, options: options))
        }
        let person = await server.personName()
        guard presence == .interactive else {
            var view = PlainView(
                on: console, colors: screen.colors, source: source, catalogue: catalogue, follow: follow)
            view.person = person
            return try await view.run()
        }
        var screen = screen
        screen.person = person
        let view = try screen.view(on: console, source: source, catalogue: catalogue, follow: follow)
        try await view.run()
    }

    /// Prints the session's first settled frame, or every frame.
    ///
    /// - Parameters:
    ///   - isWatching: Whether to print every frame.
    ///   - all: Whether to load all rows of each list first.
    ///   - limit: The time limit of the command and the time that is left of it, or `nil` to print until a signal
    ///     interrupts the command.
    /// - Throws: ``CommandLineError`` if the last screen is not ready, if the server does not load all rows, if the
    ///   session ends or if a signal interrupts the command.
    func print(
        isWatching: Bool, all: Bool, within limit: (whole: Duration, left: Duration)?, on console: Console,
        printer: FramePrinter
    ) async throws {
        let source = try printedSource(console.clock)
        var printer = printer
        printer.actions = manifest.actions
        printer.rows?.valueOrder = manifest.valueOrder
        let interruption: Contender<Void> = console.interruption()
        let printing = Task { [printer] in
            var phase: Phase = .loading
            var loaded = 0
            for await event in source.events() {
                switch event {
                case .frame(let frame):
                    phase = frame.screen.phase
                    guard isWatching || !phase.isLoading, frame.revision >= loaded else { continue }
                    if all, let next = try await source.pressMore(on: frame) {
                        loaded = next
                        continue
                    }
                    if isWatching { _ = try printer.print(.frame(frame)) } else { try printer.print(frame) }
                    if all { try frame.screen.verifyAllRows() }
                    if !isWatching { return phase }
                case .notice(let notice): printer.say([notice])
                case .connection(.lost(let reason)):
                    printer.say([Notice("Connection lost: \(reason)", tone: .warning)])
                case .connection(.live): printer.say([Notice("The connection is back.")])
                case .work, .viewers: break
                case .failed(let error): throw error
                }
            }
            return phase
        }
        let phase = try await console.wait(for: printing, within: limit?.left, interruption) { await source.close() }
        try phase.verifyReady(of: manifest.id, after: limit?.whole ?? .zero)
    }

    /// Creates the source of a session that is printed, where nobody can be asked for missing options.
    private func printedSource(_ clock: any Clock<Duration>) throws -> RemoteSource {
        switch subject {
        case .running(let frame): return RemoteSource(.session(frame), on: server, manifest: manifest, clock: clock)
        case .new(let options):
            do { _ = try manifest.options.check(options, noun: "option") } catch {
                throw CommandLineError.options(
                    error, inOrderOf: manifest.options, hint: "give them after '?' in the address")
            }
            let link = FeatureLink(feature: manifest.id, options: options)
            return RemoteSource(.launch(link), on: server, manifest: manifest, clock: clock)
        }
    }
}

extension RemoteSource {
    /// Presses the first `more` button of a frame.
    ///
    /// - Returns: The revision of the frame with the effect; `nil` if there is no such button, or if it has no effect.
    fileprivate func pressMore(on frame: Frame) async throws -> Int? {
        guard let more = frame.screen.lists.lazy.compactMap(\.more).first(where: \.enabled) else { return nil }
        let answer = try await perform(Call(more.action, more.arguments))
        return answer.revision == frame.revision ? nil : answer.revision
    }
}

extension Screen {
    /// Throws an error if a list has rows that the server does not load.
    fileprivate func verifyAllRows() throws(CommandLineError) {
        guard let list = lists.first(where: isLimited) else { return }
        throw .featureFailed(
            "the server loads at most \(list.rows.count.grouped) rows of the list '\(list.id)', and there are more; "
                + "search or filter to see others")
    }
}
