import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import HTTPFrontEnd
import Logging
import ServiceLifecycle

/// A server with the test features on a local port.
///
/// Clients connect to the server through a relay.
struct LiveServer {
    private struct Running: Service {
        let server: HTTPServer
        func run() async throws { try await server.run(until: []) }
    }
    struct NoPort: Error {}

    let server: HTTPServer
    let relay: Relay
    /// The root of the server's URLs, with the port of the relay.
    let root: String
    /// The root of the server's URLs without the relay.
    let directRoot: String
    /// The client that sends its requests through the relay.
    let remote: RemoteServer
    /// Stops the server.
    let stop: @Sendable () async -> Void

    /// Starts a server, calls a closure and stops the server when the closure returns.
    static func run(
        token: String? = nil, features: FeatureRegistry? = nil, clock: ManualClock = ManualClock(),
        change: (inout HTTPServerConfiguration) -> Void = { _ in }, _ body: (LiveServer) async throws -> Void
    ) async throws {
        var configuration = HTTPServerConfiguration()
        (configuration.port, configuration.logLevel, configuration.token) = (0, .critical, token)
        change(&configuration)
        let (lines, source) = AsyncStream<String>.makeStream()
        let server = try HTTPServer(
            registry: features ?? KennelHost.registry(), configuration: configuration, name: "kennels", version: "1",
            clock: clock, announce: { source.yield($0) })
        let group = ServiceGroup(
            services: [Running(server: server)],
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        // Do not use a child task, because a cancellation would reach the server. If a server is cancelled while it
        // accepts a connection, the process ends.
        let end = Task {
            defer { source.finish() }
            try await group.run()
        }
        do {
            for await line in lines {
                guard let port = Int(line.split(separator: ":").last ?? "") else { throw NoPort() }
                try await Relay.run(to: port) { relay, ownPort in
                    let root = "http://127.0.0.1:\(ownPort)"
                    guard let address = ServerAddress(root) else { throw NoPort() }
                    let remote = RemoteServer(address, token: token)
                    let live = LiveServer(
                        server: server, relay: relay, root: root, directRoot: "http://127.0.0.1:\(port)", remote: remote
                    ) {
                        await group.triggerGracefulShutdown()
                    }
                    do { try await body(live) } catch {
                        await remote.shutDown()
                        throw error
                    }
                    await remote.shutDown()
                }
                break
            }
        } catch {
            await group.triggerGracefulShutdown()
            _ = await end.result
            throw error
        }
        await group.triggerGracefulShutdown()
        try await end.value
    }

    /// Launches the feature kennel on the server, as a user with a browser would.
    func launch(_ options: [String: FieldValue] = [:]) async throws -> Session {
        let frame = try await remote.launch(FeatureLink(feature: "kennel", options: options))
        return try server.session(frame.session)
    }

    /// Ends a session while the relay may be down, as if the server had started anew.
    func forget(_ session: String) async throws {
        guard let address = ServerAddress(directRoot) else { throw NoPort() }
        let direct = RemoteServer(address)
        try await direct.end(session)
        await direct.shutDown()
    }

    /// Returns the source of one more viewer of a session.
    func source(
        of session: Session, on other: RemoteServer? = nil, clock: ManualClock
    ) async -> RemoteSource {
        RemoteSource(
            .session(await session.frame), on: other ?? remote, manifest: KennelFeature.manifest, clock: clock,
            jitter: { 1 })
    }
}
