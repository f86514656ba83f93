import FeatureKit

/// A session of a server, found and ready to be shown.
struct Attachment: Sendable {
    private let server: RemoteServer
    private let frame: Frame
    private let manifest: FeatureManifest
    /// The features that can be launched from its screen.
    private let catalogue: [FeatureManifest]

    /// Asks a server for a session.
    ///
    /// No signal is caught meanwhile: there is nothing yet that would have to be left in order.
    ///
    /// - Throws: ``CommandLineError`` if it runs none of this id; `RemoteFault` if it cannot be reached, `RemoteProblem` if
    ///   it refuses.
    init(to session: String, on server: RemoteServer) async throws {
        do { frame = try await server.frame(of: session) } catch let problem as RemoteProblem {
            throw problem.status == 404 ? server.unknown(session) : problem
        }
        catalogue = try await server.features()
        let id = frame.feature
        guard let manifest = catalogue.first(where: { $0.id == id }) else {
            throw CommandLineError.featureFailed("'\(server.address.root)' tells nothing of its feature '\(id)'")
        }
        (self.server, self.manifest) = (server, manifest)
    }

    /// Shows the session until the person leaves.
    ///
    /// - Parameter presence: Whether on the whole terminal or line by line.
    func present(_ presence: Console.Presence, on console: Console, colors: ColorChoice) async throws {
        let (server, catalogue, clock) = (server, catalogue, console.clock)
        let follow: @Sendable (FeatureLink) throws -> any ScreenSource = { link in
            guard let manifest = catalogue.first(where: { $0.id == link.feature }) else {
                throw FeatureError(.unknownFeature, "there is no feature \(FieldValue.quote(link.feature)) there")
            }
            return RemoteSource(.launch(link), on: server, manifest: manifest, clock: clock)
        }
        guard presence == .interactive else {
            let view = PlainView(
                on: console, colors: colors, source: source(console), catalogue: catalogue, follow: follow)
            return try await view.run()
        }
        let view = InteractiveView(
            on: try console.input.takeTerminal(), depth: console.colorDepth(colors), clock: clock,
            source: source(console), catalogue: catalogue, follow: follow)
        try await view.run()
    }

    /// Prints what the session shows: once when nothing is loading any more, or every frame as it comes.
    ///
    /// - Parameter limit: After how long to end; `nil` for not before an interruption.
    /// - Throws: ``CommandLineError`` if the last screen is not ready, when the session ends, and for an interruption.
    func print(isWatching: Bool, within limit: Duration?, on console: Console, printer: FramePrinter) async throws {
        let source = source(console)
        let interruption: Contender<Void> = console.interruption()
        let printing = Task {
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
                case .failed(let error): throw error
                }
            }
            return phase
        }
        let course: Contender<Void> = { _ = try await printing.value }
        let timeLimit: Contender<Void> = {
            guard let limit else { return nil }
            return try await console.clock.sleep(for: limit)
        }
        let result = await firstResult(of: [course, interruption, timeLimit])
        await source.close()
        // Whoever interrupts does not wait for a reader that takes nothing.
        if case .failure(let error as CommandLineError) = result, error.isInterruption { throw error }
        let phase = try await printing.value
        try result.get()
        try phase.verifyReady(of: manifest.id, after: limit ?? .zero)
    }

    private func source(_ console: Console) -> RemoteSource {
        RemoteSource(.session(frame), on: server, manifest: manifest, clock: console.clock)
    }
}
