public import FeatureKit
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle
package import UnixSignals

/// Serves the features of a registry over HTTP: JSON and event streams under `/api`, pages for people elsewhere.
///
/// ```swift
/// let server = try HTTPServer(registry: registry, configuration: configuration, name: "featurehost", version: "1.0")
/// try await server.run()
/// ```
///
/// It answers this machine alone: it listens on a loopback address, and refuses requests under a name that is not this
/// host's and writes that pages from elsewhere send.
public struct HTTPServer: Sendable {
    private let configuration: HTTPServerConfiguration
    private let logger: Logger
    private let pool: SessionPool
    private let door: FrontDoor
    private let announce: @Sendable (String) -> Void

    /// Prepares a server; nothing is opened before ``run()``.
    ///
    /// - Parameters:
    ///   - registry: The features.
    ///   - configuration: How to run.
    ///   - name: The host's name, for pages and logs.
    ///   - version: The host's version, for pages.
    /// - Throws: `ValidationError` for an address that other machines can reach.
    public init(
        registry: FeatureRegistry, configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
        name: String, version: String
    ) throws {
        try self.init(
            registry: registry, configuration: configuration, name: name, version: version, clock: ContinuousClock(),
            announce: printLine)
    }

    /// Prepares a server with a clock of its own.
    ///
    /// - Parameters:
    ///   - registry: The features.
    ///   - configuration: How to run.
    ///   - name: The host's name, for pages and logs.
    ///   - version: The host's version, for pages.
    ///   - clock: What measures lifetimes and limits of sessions and answers.
    ///   - log: Makes what takes log messages; by default they go to standard error.
    ///   - announce: What gets the line that tells the address, when the server listens.
    /// - Throws: `ValidationError` for an address that other machines can reach.
    package init(
        registry: FeatureRegistry, configuration: HTTPServerConfiguration, name: String, version: String,
        clock: any Clock<Duration>,
        log: @escaping @Sendable (String) -> any LogHandler = {
            StreamLogHandler.standardError(label: $0)
        },
        announce: @escaping @Sendable (String) -> Void
    ) throws {
        try configuration.validate()
        self.configuration = configuration
        self.announce = announce
        var logger = Logger(label: name, factory: log)
        logger.logLevel = configuration.logLevel
        self.logger = logger
        let features = RemoteFeatures(registry)
        pool = SessionPool(
            limit: configuration.sessionLimit, lifetime: configuration.sessionLifetime, clock: clock)
        let limit = configuration.answerLimit
        let pages = try Pages(name: name, version: version, features: features)
        let routes =
            FeatureRoutes(features: features, pool: pool, limit: limit, clock: clock).routes
            + SessionRoutes(features: features, pool: pool, limit: limit, clock: clock).routes
            + PageRoutes(pages: pages, features: features, pool: pool, limit: limit, clock: clock).routes
            + HealthRoutes(pool: pool).routes
        let hosts = HostList(listeningOn: configuration.host, others: configuration.allowedHosts)
        door = FrontDoor(routes: routes, policy: RequestPolicy(hosts: hosts), errorPage: pages.response)
    }

    /// Serves until the process is asked to end (SIGINT, SIGTERM), then lets requests under way end and returns.
    ///
    /// Prints one line, `Listening on http://127.0.0.1:8080`, when it takes requests. When asked to end it closes all
    /// sessions, so that their event streams end too, and is done within seconds.
    ///
    /// - Throws: `FeatureError` with the code `serviceUnavailable` when it cannot listen: a port in use, say.
    public func run() async throws {
        try await run(until: [.sigint, .sigterm])
    }

    /// Serves until one of some signals comes, or the shutdown of a service around it begins.
    package func run(until signals: [UnixSignal]) async throws {
        var group = ServiceGroupConfiguration(
            // The last is stopped first: streams end with their sessions, and the server waits for its streams.
            services: [application, SessionService(pool: pool)], gracefulShutdownSignals: signals, logger: logger)
        group.maximumGracefulShutdownDuration = configuration.drainLimit
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError {
            throw FeatureError(.serviceUnavailable, "cannot listen on \(address): \(error.reasonToPeople)")
        } catch {
            // Requests that were cancelled because they took too long say so, and that is how it should be.
            guard await pool.isDraining else { throw error }
        }
    }

    /// Returns a session that runs, for who watches it within this process.
    ///
    /// - Throws: `FeatureError` with the code `closed` if none of this id runs.
    package func session(_ id: String) async throws -> Session {
        try await pool.session(id)
    }

    /// Ends all sessions and takes no new ones, as when the process is asked to end.
    package func drain() async {
        await pool.drain()
    }

    /// The application, also for tests in process.
    package var application: some ApplicationProtocol {
        let heartbeat = TimeAmount(configuration.heartbeat)
        let limit = TimeAmount(configuration.connectionLimit)
        return Application(
            responder: door,
            server: .http1(
                configuration: HTTP1Channel.Configuration(
                    additionalChannelHandlers: [
                        RequestDeadline(limit: limit), WriteDeadline(limit: limit),
                        Heartbeat(interval: heartbeat),
                    ],
                    idleTimeout: limit,
                    httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100))),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil),
            onServerRunning: { channel in
                announce("Listening on http://\(host):\(channel.localAddress?.port ?? configuration.port)")
            },
            logger: logger)
    }

    private var host: String {
        configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    }

    private var address: String { "\(host):\(configuration.port)" }
}
