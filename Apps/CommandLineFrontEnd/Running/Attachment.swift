import FeatureKit

/// A session of a server that is ready to be shown.
struct Attachment: Sendable {
    private let server: RemoteServer
    private let frame: Frame
    private let manifest: FeatureManifest
    /// The features that the screens of the session can link to.
    private let catalogue: [FeatureManifest]

    /// Fetches a session from a server.
    ///
    /// The initializer catches no signals, because there is nothing to clean up yet.
    ///
    /// - Throws: ``CommandLineError`` if the server has no session with this id, `RemoteFault` if the server cannot be
    ///   reached, or `RemoteProblem` if the server refuses the request.
    init(to session: String, on server: RemoteServer) async throws {
        do { frame = try await server.frame(of: session) } catch let problem as RemoteProblem {
            throw problem.status == 404 ? server.unknown(session) : problem
        }
        catalogue = try await server.features()
        let id = frame.feature
        guard let manifest = catalogue.first(where: { $0.id == id }) else {
            throw CommandLineError.featureFailed("'\(server.address.root)' does not list the feature '\(id)'")
        }
        (self.server, self.manifest) = (server, manifest)
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
            return AskingSource(for: manifest, given: link.options, source: source) ?? source(link.options)
        }
        // A frame without an address shows the place of the launch, which only the list of sessions tells.
        let options = (try? await server.sessions())?.first { $0.session == frame.session }?.options
        let source = source(console, launchedWith: options)
        guard presence == .interactive else {
            let view = PlainView(
                on: console, colors: screen.colors, source: source, catalogue: catalogue, follow: follow)
            return try await view.run()
        }
        let view = try screen.view(on: console, source: source, catalogue: catalogue, follow: follow)
        try await view.run()
    }

    /// Prints the session's first settled frame, or every frame.
    ///
    /// - Parameters:
    ///   - isWatching: Whether to print every frame.
    ///   - limit: The time limit, or `nil` to print until a signal interrupts the command.
    /// - Throws: ``CommandLineError`` if the last screen is not ready, if the session ends or if a signal interrupts
    ///   the command.
    func print(isWatching: Bool, within limit: Duration?, on console: Console, printer: FramePrinter) async throws {
        let source = source(console)
        var printer = printer
        printer.actions = manifest.actions
        printer.rows?.valueOrder = manifest.valueOrder
        let interruption: Contender<Void> = console.interruption()
        let printing = Task { [printer] in
            var phase: Phase = .loading
            for await event in source.events() {
                switch event {
                case .frame(let frame):
                    phase = frame.screen.phase
                    guard isWatching || !phase.isLoading else { continue }
                    if isWatching { _ = try printer.print(.frame(frame)) } else { try printer.print(frame) }
                    if !isWatching { return phase }
                case .notice(let notice): printer.say([notice])
                case .connection(.lost(let reason)):
                    printer.say([Notice("Connection lost: \(reason)", tone: .warning)])
                case .connection(.live): printer.say([Notice("The connection is back.")])
                case .viewers: break
                case .failed(let error): throw error
                }
            }
            return phase
        }
        let phase = try await console.wait(for: printing, within: limit, interruption) { await source.close() }
        try phase.verifyReady(of: manifest.id, after: limit ?? .zero)
    }

    /// Creates the source of the session.
    ///
    /// - Parameter options: The options of the session's launch; `nil` if they are unknown.
    private func source(_ console: Console, launchedWith options: [String: FieldValue]? = nil) -> RemoteSource {
        RemoteSource(.session(frame, options: options), on: server, manifest: manifest, clock: console.clock)
    }
}
