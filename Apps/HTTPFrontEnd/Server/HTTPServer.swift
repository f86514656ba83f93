public import FeatureKit
package import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
package import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
package import UnixSignals

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Serves the features of a registry over HTTP: JSON and event streams under `/api`, pages for people elsewhere.
///
/// ```swift
/// let server = try HTTPServer(registry: registry, configuration: configuration, name: "featurehost", version: "1.0")
/// try await server.run()
/// ```
///
/// It answers this machine alone, unless it is told otherwise and how to tell who may ask; it refuses requests under a name
/// that is not this host's, and writes that pages from elsewhere send.
public struct HTTPServer: Sendable {
    private let configuration: HTTPServerConfiguration
    private let logger: Logger
    private let pool: SessionPool
    private let streamPlaces: StreamPlaces
    private let gate: RequestGate.Keeper
    private let unread: UnreadAnswers
    private let door: FrontDoor
    private let tls: TLSConfiguration?
    private let announce: @Sendable (String) -> Void

    /// Prepares a server; nothing is opened before ``run()``.
    ///
    /// - Parameters:
    ///   - registry: The features.
    ///   - configuration: How to run.
    ///   - name: The host's name, for pages and logs.
    ///   - version: The host's version, for pages.
    /// - Throws: `ValidationError` for an address that other machines can reach without a token; `FeatureError` with the
    ///   code `unreadableFile` for a certificate or a key that cannot be read.
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
    /// - Throws: `ValidationError` for an address that other machines can reach without a token; `FeatureError` with the
    ///   code `unreadableFile` for a certificate or a key that cannot be read.
    package init(
        registry: FeatureRegistry, configuration: HTTPServerConfiguration, name: String, version: String,
        clock: any Clock<Duration>,
        log: @escaping @Sendable (String) -> any LogHandler = {
            StreamLogHandler.standardError(label: $0)
        },
        announce: @escaping @Sendable (String) -> Void
    ) throws {
        try configuration.validate(of: name)
        self.configuration = configuration
        self.announce = announce
        var logger = Logger(label: name, factory: log)
        logger.logLevel = configuration.logLevel
        self.logger = logger
        tls = try configuration.tls?.configuration()
        let features = RemoteFeatures(registry)
        let log = LimitLog(logger: logger, clock: clock)
        pool = SessionPool(
            limits: Shares.Limits(all: configuration.sessionLimit, address: configuration.addressSessionLimit),
            lifetime: configuration.sessionLifetime, log: log, clock: clock)
        let access = configuration.token.map {
            Access(token: AccessToken($0), logins: Logins(isSecure: configuration.tls != nil, clock: clock))
        }
        let pages = try Pages(name: name, version: version, features: features, hasLogin: access != nil)
        let metrics = HostMetrics(features: features.all.map(\.id))
        let hosts = HostList(listeningOn: configuration.host, others: configuration.allowedHosts)
        let refusals = Refusals(errorPage: pages.html)
        streamPlaces = StreamPlaces(
            limits: StreamPlaces.Limits(
                all: configuration.streamLimit, session: configuration.sessionStreamLimit,
                address: configuration.addressStreamLimit), log: log)
        let memory = configuration.bodyMemory
        gate = RequestGate.Keeper(
            connections: Connections(limits: configuration.connectionLimits(), log: log),
            bodies: Shares(Shares.Limits(all: memory)), refusals: refusals, log: log)
        unread = UnreadAnswers(limit: memory, log: log)
        let calls = CallPlaces(
            limits: Shares.Limits(all: configuration.callLimit, address: configuration.addressCallLimit), log: log)
        door = FrontDoor(
            routes: HTTPServer.routes(
                features: features, pool: pool, pages: pages, access: access, metrics: metrics, places: streamPlaces,
                calls: calls, readiness: Readiness(clock: clock, check: configuration.checkStore),
                limit: configuration.answerLimit, clock: clock),
            policy: RequestPolicy(hosts: hosts, isSecure: tls != nil), access: access, metrics: metrics,
            refusals: refusals)
    }

    private static func routes(
        features: RemoteFeatures, pool: SessionPool, pages: Pages, access: Access?, metrics: HostMetrics,
        places: StreamPlaces, calls: CallPlaces, readiness: Readiness, limit: Duration, clock: any Clock<Duration>
    ) -> [Route] {
        let streams = EventStreams(pool: pool, places: places, metrics: metrics)
        var routes =
            FeatureRoutes(features: features, pool: pool, metrics: metrics, calls: calls, limit: limit, clock: clock)
            .routes
            + SessionRoutes(
                features: features, pool: pool, streams: streams, metrics: metrics, limit: limit, clock: clock,
                calls: calls
            ).routes
            + PageRoutes(
                pages: pages, features: features, pool: pool, streams: streams, metrics: metrics, calls: calls,
                limit: limit, clock: clock
            ).routes
            + HealthRoutes(pool: pool, streams: places, metrics: metrics, readiness: readiness).routes
        let document = OpenAPIDocument(
            name: pages.name, version: pages.version, features: features.all.map(\.manifest), hasToken: access != nil)
        routes += DocumentationRoutes(document: document, pages: pages).routes
        if let access { routes += LoginRoutes(access: access, pages: pages).routes }
        return routes
    }

    /// Serves until the process is asked to end (SIGINT, SIGTERM, and SIGHUP unless it is ignored, as under `nohup`), then
    /// lets requests under way end and returns.
    ///
    /// Prints one line, `Listening on http://127.0.0.1:8080`, when it takes requests. When asked to end it closes all
    /// sessions, so that their event streams end too, and is done within seconds: requests that are still under way after
    /// ``HTTPServerConfiguration/drainLimit`` are answered 503, and a second later the process ends, whatever its threads are
    /// busy with. A second signal ends it at once, with exit code 130.
    ///
    /// - Throws: `FeatureError` with the code `serviceUnavailable` when it cannot listen: a port in use, say.
    public func run() async throws {
        let signals: [UnixSignal] = [.sigint, .sigterm] + (IgnoredSignal.isIgnored(SIGHUP) ? [] : [.sighup])
        let drain = configuration.drainLimit
        // Signals reach it also while features keep all threads of Swift's busy, which hold up the services' stop.
        let end = ProcessEnd(on: signals, limit: drain + .seconds(1)) { gate.connections.stop(in: TimeAmount(drain)) }
        defer { end.cancel() }
        try await run(until: signals)
    }

    /// Serves until one of some signals comes, or the shutdown of a service around it begins.
    package func run(until signals: [UnixSignal]) async throws {
        DescriptorLimit.raise()
        defer { gate.connections.cancelStop() }
        var group = ServiceGroupConfiguration(
            // The last is stopped first: streams end with their sessions, and the server waits for its streams.
            services: [
                application,
                SessionService(pool: pool, connections: gate.connections, drain: TimeAmount(configuration.drainLimit)),
            ],
            gracefulShutdownSignals: signals, logger: logger)
        // The extra 500 ms let the 503 answers go out before tasks are cancelled.
        group.maximumGracefulShutdownDuration = configuration.drainLimit + .milliseconds(500)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError {
            throw FeatureError(.serviceUnavailable, "cannot listen on \(address): \(error.reasonToPeople)")
        } catch is SocketAddressError.UnknownHost {
            throw FeatureError(
                .serviceUnavailable,
                "cannot listen on \(address): there is no host of this name; give --host an address of this machine")
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

    /// Every route, as its method and its path with names in braces.
    package var routes: [(method: String, path: String)] { door.routes.map { ($0.method.rawValue, $0.path) } }

    /// The application, also for tests in process.
    package var application: some ApplicationProtocol {
        Application(
            responder: door,
            server: channels,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil),
            onServerRunning: { channel in
                fitDescriptors()
                await AcceptPause.add(to: channel, gate.connections)
                let scheme = tls == nil ? "http" : "https"
                announce("Listening on \(scheme)://\(host):\(channel.localAddress?.port ?? configuration.port)")
                warn()
            },
            logger: logger)
    }

    /// Takes no more connections than the process can open, and no more streams than leave room for other requests.
    private func fitDescriptors() {
        let wanted = gate.connections.limits.all
        let limits = configuration.connectionLimits(atMost: DescriptorLimit.connections)
        guard limits.all < wanted else { return }
        gate.connections.limits = limits
        streamPlaces.fit(limits)
        logger.notice(
            "The process may open too few files for the connections that it is set to; raise its limit (ulimit -n)",
            metadata: ["files": "\(DescriptorLimit.current)", "connections": "\(limits.all)"])
    }

    private var channels: HTTPServerBuilder {
        let heartbeat = TimeAmount(configuration.heartbeat)
        let limit = TimeAmount(configuration.connectionLimit)
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 64 << 10, maxHeaderFieldCount: 100)
        guard let tls else {
            let channels = HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    UnreadBytes(unread), RequestGate(gate), RequestDeadline(limit: limit), WriteDeadline(limit: limit),
                    Heartbeat(interval: heartbeat),
                ],
                idleTimeout: limit, httpDecoderConfiguration: decoder)
            return HTTPServerBuilder { responder in
                CountedChannel(
                    base: HTTP1Channel(responder: responder, configuration: channels), connections: gate.connections)
            }
        }
        let streams = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                UnreadBytes(unread), RequestGate(gate), ConnectionField(), RequestDeadline(limit: limit),
                WriteDeadline(limit: limit, weighs: false),
                Heartbeat(interval: heartbeat),
            ],
            idleTimeout: limit, httpDecoderConfiguration: decoder)
        let connections = HTTP2UpgradeChannel.Configuration(
            idleTimeout: configuration.connectionLimit, gracefulCloseTimeout: configuration.drainLimit,
            streamConfiguration: streams)
        return HTTPServerBuilder { responder in
            CountedChannel(
                base: try SecureChannel(tls: tls, configuration: connections, limit: limit, responder: responder),
                connections: gate.connections)
        }
    }

    /// Says what is dangerous, or will surprise, for who starts a host that other machines reach.
    private func warn() {
        guard !HTTPServerConfiguration.isLoopback(configuration.host) else { return }
        if configuration.token == nil {
            logger.warning("Everybody who reaches this address is let in, for there is no token (--insecure-no-token)")
        } else if tls == nil {
            logger.warning("The token goes over the network in the clear; give --tls-cert and --tls-key")
        }
        if configuration.allowedHosts.isEmpty {
            logger.notice("Requests must name this host as localhost or \(host); allow its other names by --allow-host")
        }
    }

    private var host: String {
        configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    }

    private var address: String { "\(host):\(configuration.port)" }
}
