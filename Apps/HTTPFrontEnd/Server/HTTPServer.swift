public import FeatureKit
import FeatureStorage
import HTTPConnections
package import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle
package import UnixSignals

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Serves the features of a registry over HTTP: JSON and event streams under `/api`, and pages for people.
///
/// ```swift
/// let server = try HTTPServer(registry: registry, configuration: configuration, name: "featurehost", version: "1.0")
/// try await server.run()
/// ```
///
/// By default, only clients on this machine can reach the server. To serve other machines, the server needs a token. It
/// refuses requests with a foreign host name, and writes from pages of other sites.
public struct HTTPServer: Sendable {
    let configuration: HTTPServerConfiguration
    let logger: Logger
    private let pool: SessionPool
    let streamPlaces: StreamPlaces
    let connections: Connections
    let access: Access?
    let proxied: ProxyPersons?
    private let setup: ConnectionSetup
    private let door: FrontDoor
    /// The places in which pages are rendered.
    package let rendering: RenderingPlaces
    private let announce: @Sendable (String) -> Void

    /// Creates a server.
    ///
    /// The server opens no port before ``run()``.
    ///
    /// - Parameters:
    ///   - registry: The features.
    ///   - configuration: The server's configuration.
    ///   - name: The program's name, for logs, and for pages if the brand has no name.
    ///   - version: The host's version, for pages.
    ///   - brand: The identity that pages show.
    /// - Throws: `ValidationError` for an address that other machines can reach if there is no token, and for malformed
    ///   tokens; `FeatureError` with the code `unreadableFile` for a file that cannot be read.
    public init(
        registry: FeatureRegistry, configuration: HTTPServerConfiguration = HTTPServerConfiguration(),
        name: String, version: String, brand: HostBrand = HostBrand()
    ) throws {
        try self.init(
            registry: registry, configuration: configuration, name: name, version: version, brand: brand,
            clock: ContinuousClock(), announce: printLine)
    }

    /// Creates a server with a given clock.
    ///
    /// - Parameters:
    ///   - registry: The features.
    ///   - configuration: The server's configuration.
    ///   - name: The program's name, for logs, and for pages if the brand has no name.
    ///   - version: The host's version, for pages.
    ///   - brand: The identity that pages show.
    ///   - clock: Measures lifetimes and time limits.
    ///   - log: Creates the log handler; by default, a handler that writes to standard error.
    ///   - announce: Called when the server listens, with the line that contains the server's address.
    /// - Throws: `ValidationError` for an address that other machines can reach if there is no token, and for malformed
    ///   tokens; `FeatureError` with the code `unreadableFile` for a file that cannot be read.
    package init(
        registry: FeatureRegistry, configuration: HTTPServerConfiguration, name: String, version: String,
        brand: HostBrand = HostBrand(), clock: any Clock<Duration>,
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
        var auditor = Logger(label: "audit", factory: log)
        auditor.logLevel = configuration.logLevel
        let features = RemoteFeatures(registry)
        let log = LimitLog(logger: logger, clock: clock)
        pool = SessionPool(
            limits: Shares.Limits(all: configuration.sessionLimit, address: configuration.addressSessionLimit),
            lifetime: configuration.sessionLifetime, rowLimit: configuration.rowLimit, log: log, clock: clock)
        let provider = try configuration.provider.map { provider in
            ProviderSignIns(
                try provider.connect(clock: clock), named: provider.name,
                isSecure: configuration.tls != nil, clock: clock, logger: logger)
        }
        let access = try configuration.tokens().map { tokens, file in
            Access(
                tokens, from: file, provider: provider, isSecure: configuration.tls != nil, clock: clock, logger: logger
            )
        }
        self.access = access
        proxied = try configuration.proxyFields().flatMap { fields in
            try configuration.proxySecretFile.map {
                try ProxyPersons(fields, provenBy: $0, clock: clock, logger: logger)
            }
        }
        let hosts = HostList(listeningOn: configuration.host, others: configuration.allowedHosts)
        let identification = Identification(
            access: access, proxied: proxied,
            owner: HTTPServerConfiguration.isLoopback(configuration.host) ? .systemUser : nil, hosts: hosts,
            proxyStreamLimit: configuration.proxyStreamLimit)
        let proxies = TrustedProxies(configuration.trustedProxies.compactMap(NetworkBlock.init))
        let pages = Pages(
            name: name, version: version, brand: brand, features: features,
            themes: Themes(isSecure: configuration.tls != nil), isSecure: configuration.tls != nil,
            hasLogin: access != nil, hasPersons: access != nil || proxied != nil)
        let metrics = HostMetrics(features: features.all.map(\.id))
        let audit = Audit(logger: auditor, metrics: metrics, clock: clock)
        let refusals = Refusals(errorPage: pages.html, isSecure: configuration.tls != nil)
        streamPlaces = StreamPlaces(
            limits: StreamPlaces.Limits(
                all: configuration.streamLimit, session: configuration.sessionStreamLimit,
                address: configuration.addressStreamLimit), log: log)
        connections = Connections(limits: configuration.connectionLimits(), proxies: proxies, log: log)
        let departures = Departures()
        setup = ConnectionSetup(
            connections, memory: configuration.bodyMemory,
            times: ConnectionSetup.Times(
                limit: configuration.connectionLimit, heartbeat: configuration.heartbeat,
                drain: configuration.drainLimit),
            tls: try configuration.tls?.configuration(), departures: departures, log: log
        ) { refusals.content(of: Problem($0), for: $1) }
        let calls = CallPlaces(
            limits: Shares.Limits(all: configuration.callLimit, address: configuration.addressCallLimit), log: log)
        rendering = RenderingPlaces(waitingAtMost: configuration.answerLimit, clock: clock)
        door = FrontDoor(
            routes: HTTPServer.routes(
                features: features, pool: pool, pages: pages, access: access, identification: identification,
                metrics: metrics, audit: audit,
                places: streamPlaces,
                calls: calls, browsers: Browsers(isSecure: configuration.tls != nil), departures: departures,
                rendering: rendering,
                totals: RecordTotals(
                    clock: clock, count: configuration.countRecords,
                    lastChange: { [read = configuration.readHistory] feature in
                        guard let options = try? feature.manifest.options.check([:], noun: "option") else { return nil }
                        return try? await read(feature, options, HistorySelection(), 1)?.first
                    }),
                readiness: Readiness(clock: clock, logger: logger, check: configuration.checkStore),
                provider: configuration.provider?.documentAddress, readHistory: configuration.readHistory,
                limit: configuration.answerLimit, isSecure: configuration.tls != nil, clock: clock
            ).map { route in configuration.simulatedDelay.map { route.delayed(by: $0, clock: clock) } ?? route },
            policy: RequestPolicy(hosts: hosts, isSecure: configuration.tls != nil),
            identification: identification, proxies: proxies, metrics: metrics, refusals: refusals, clock: clock)
    }

    private static func routes(
        features: RemoteFeatures, pool: SessionPool, pages: Pages, access: Access?, identification: Identification,
        metrics: HostMetrics, audit: Audit, places: StreamPlaces, calls: CallPlaces, browsers: Browsers,
        departures: Departures, rendering: RenderingPlaces, totals: RecordTotals, readiness: Readiness,
        provider: String?,
        readHistory: @escaping @Sendable (any Feature, Options, HistorySelection, Int) async throws -> [HistoryEntry]?,
        limit: Duration, isSecure: Bool, clock: any Clock<Duration>
    ) -> [Route] {
        let streams = EventStreams(pool: pool, places: places, metrics: metrics, identification: identification)
        let launching = FeatureRoutes(
            features: features, pool: pool, audit: audit, screens: SharedScreens(clock: clock), calls: calls,
            departures: departures, limit: limit, clock: clock)
        var routes =
            launching.routes
            + SessionRoutes(
                features: features, pool: pool, streams: streams, audit: audit, limit: limit, clock: clock,
                calls: calls
            ).routes
            + WorkRoutes(features: features, pool: pool).routes
            + PageRoutes(
                pages: pages, features: features, pool: pool, streams: streams, audit: audit, calls: calls,
                browsers: browsers, places: rendering, departures: departures, totals: totals, limit: limit,
                clock: clock
            ).routes
            + HealthRoutes(pool: pool, streams: places, metrics: metrics, readiness: readiness).routes
        let document = OpenAPIDocument(
            name: pages.name, version: pages.version, features: features.all.map(\.manifest),
            identity: identification.identity,
            provider: provider)
        routes +=
            DocumentationRoutes(
                document: document, pages: pages, features: features, launching: launching, isSecure: isSecure
            ).routes
        routes += PersonRoutes().routes
        routes += ChoiceRoutes(features: features).routes
        routes += ImageRoutes(features: features).routes
        routes += HistoryRoutes(features: features, read: readHistory).routes
        routes += ThemeRoutes(themes: pages.themes).routes
        if let access { routes += LoginRoutes(access: access, pages: pages).routes }
        return routes
    }

    /// Serves until SIGINT, SIGTERM or SIGHUP, then lets running requests finish and returns.
    ///
    /// SIGHUP has no effect if the process ignores it, as under `nohup`.
    ///
    /// Prints one line, `Listening on http://127.0.0.1:8080`, when the server accepts requests. At the first signal,
    /// the server closes all sessions, which ends their event streams. Requests that are still running after
    /// ``HTTPServerConfiguration/drainLimit`` get 503. One second later the process ends, even if its threads are busy.
    /// A second signal ends the process at once, with exit code 130.
    ///
    /// - Throws: `FeatureError` with the code `serviceUnavailable` if the server cannot listen, for example because the
    ///   port is in use.
    public func run() async throws {
        let signals: [UnixSignal] = [.sigint, .sigterm] + (IgnoredSignal.isIgnored(SIGHUP) ? [] : [.sighup])
        let drain = configuration.drainLimit
        // The signals are handled outside Swift's concurrency, because features may block all its threads and delay the
        // graceful shutdown of services.
        let end = ProcessEnd(on: signals, limit: drain + .seconds(1)) { connections.stop(in: TimeAmount(drain)) }
        defer { end.cancel() }
        try await run(until: signals)
    }

    /// Serves until one of the signals arrives, or until an enclosing service begins its graceful shutdown.
    package func run(until signals: [UnixSignal]) async throws {
        DescriptorLimit.raise()
        defer { connections.cancelStop() }
        var group = ServiceGroupConfiguration(
            // Services stop in reverse order. The sessions end first, and their event streams end with them. The server
            // waits for these streams.
            services: [
                application,
                SessionService(
                    pool: pool, access: access, proxied: proxied, streams: streamPlaces, connections: connections,
                    drain: TimeAmount(configuration.drainLimit)),
            ],
            gracefulShutdownSignals: signals, logger: logger)
        // The additional 900 ms leave time to send the 503 responses before the tasks are cancelled.
        group.maximumGracefulShutdownDuration = configuration.drainLimit + .milliseconds(900)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError {
            throw FeatureError(.serviceUnavailable, "cannot listen on \(address): \(error.reasonToPeople)")
        } catch is SocketAddressError.UnknownHost {
            throw FeatureError(
                .serviceUnavailable,
                "cannot listen on \(address): there is no host of this name; give --host an address of this machine")
        } catch {
            // During a shutdown, this error is expected: it reports the cancelled requests.
            guard pool.isDraining else { throw error }
        }
    }

    /// Returns a running session, so that code in this process can observe it.
    ///
    /// - Throws: `FeatureError` with the code `closed` for an unknown id.
    package func session(_ id: String) throws -> Session {
        try pool.session(id)
    }

    /// Ends all sessions and accepts no new ones, as a shutdown does.
    package func drain() {
        pool.drain()
    }

    /// All routes: their methods, and their paths with variable components in braces.
    package var routes: [(method: String, path: String)] { door.routes.map { ($0.method.rawValue, $0.path) } }

    /// The server as an application, which tests can also run in process.
    package var application: some ApplicationProtocol {
        Application(
            responder: door,
            server: setup.channels,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port), serverName: nil),
            onServerRunning: { channel in
                fitDescriptors()
                await AcceptPause.add(to: channel, connections)
                let scheme = configuration.tls == nil ? "http" : "https"
                announce("Listening on \(scheme)://\(host):\(channel.localAddress?.port ?? configuration.port)")
                warn()
            },
            logger: logger)
    }

    /// The address that the server listens on, as it stands in addresses.
    var host: String {
        configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
    }

    private var address: String { "\(host):\(configuration.port)" }
}
