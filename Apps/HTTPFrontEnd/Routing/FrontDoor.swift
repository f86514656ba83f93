import CoreMetrics
import FeatureKit
import HTTPConnections
import HTTPTypes
import Hummingbird
import Logging

/// The layer around all routes.
///
/// It refuses requests, turns errors into responses, and counts and logs all requests.
///
/// One layer does all this instead of a chain of middleware, because each layer costs time for every request.
struct FrontDoor: HTTPResponder {
    typealias Context = HostContext

    private let policy: RequestPolicy
    private let identification: Identification
    private let proxies: TrustedProxies
    let routes: [Route]
    private let router: RouterResponder<Context>
    private let refusals: Refusals
    /// The last components of the paths of event streams, each with its slash.
    private let streamEndings: [String]
    /// Counts the responses to requests that match no route.
    private let unroutedCounters: StatusCounters

    /// Creates the layer.
    ///
    /// - Parameters:
    ///   - routes: All routes. A route for GET also answers HEAD.
    ///   - policy: Refuses requests with a foreign host name or origin.
    ///   - identification: Finds the person of a request, and refuses strangers.
    ///   - proxies: The proxies that tell the addresses of their clients.
    ///   - metrics: Counts responses.
    ///   - refusals: Answers failed requests.
    ///   - clock: Measures the duration of requests.
    init(
        routes: [Route], policy: RequestPolicy, identification: Identification, proxies: TrustedProxies,
        metrics: HostMetrics,
        refusals: Refusals, clock: any Clock<Duration>
    ) {
        (self.routes, self.policy, self.refusals) = (routes, policy, refusals)
        self.identification = identification
        self.proxies = proxies
        streamEndings = routes.filter { $0.produces == .events }.map {
            "/" + ($0.path.split(separator: "/").last ?? "")
        }
        unroutedCounters = StatusCounters(route: "", method: "", factory: metrics.factory)
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        for route in routes {
            let endpoint = Endpoint(
                route: route, identification: identification, refusals: refusals, factory: metrics.factory, clock: clock
            )
            router.on(RouterPath(route.path), method: route.method, use: endpoint.answer)
        }
        self.router = router.buildResponder()
    }

    /// Answers a request.
    ///
    /// A task keeps the stack memory that it has once used until it ends. The task of a connection does not end while
    /// its stream is open, so another task makes the response of a stream. This saves four kibibytes for each open stream.
    func respond(to request: Request, context: Context) async throws -> Response {
        guard streamEndings.contains(where: request.uri.path.hasSuffix) else {
            return try await answer(request, context)
        }
        return try await Task { try await answer(request, context) }.value
    }

    /// Answers a request.
    ///
    /// The steps before and after the route are separate functions that are not inlined, so that this function needs
    /// little stack memory.
    private func answer(_ request: Request, _ context: Context) async throws -> Response {
        let visit = Visit(request, context, proxies)
        var request = request
        do {
            try admit(&request, visit)
            let response = try await router.respond(to: request, context: visit.context)
            guard !isUnrouted(response, visit) else { throw try await unrouted(request, visit) }
            let concluded = conclude(response, to: request, visit)
            return Gzip.isWanted(for: concluded, by: request) ? await Gzip.compress(concluded) : concluded
        } catch { return refuse(request, visit, error) }
    }

    @inline(never)
    private func admit(_ request: inout Request, _ visit: Visit) throws {
        try policy.check(&request, isFromProxy: visit.context.isFromProxy)
    }

    /// Returns whether a response is the router's own because no route matches the request.
    private func isUnrouted(_ response: Response, _ visit: Visit) -> Bool {
        // The router uses the name `NotFound` instead of a route's path.
        response.status == .notFound && visit.context.endpointPath == "NotFound"
    }

    /// Returns the problem for a request that matches no route.
    ///
    /// - Throws: ``Problem`` (401) for a stranger, because the answer tells which paths are known.
    private func unrouted(_ request: Request, _ visit: Visit) async throws -> Problem {
        var context = visit.context
        try await identification.access?.learn(request)
        try identification.identify(request, &context)
        return unrouted(request)
    }

    /// Answers a request that failed before it reached a route.
    @inline(never)
    private func refuse(_ request: Request, _ visit: Visit, _ error: any Error) -> Response {
        let response = refusals.response(error, to: request, visit.context)
        unroutedCounters.count(response.status)
        return conclude(response, to: request, visit)
    }

    @inline(never)
    private func conclude(_ response: Response, to request: Request, _ visit: Visit) -> Response {
        if let start = visit.start { log(request, response, visit.context, since: start) }
        let isSecure = policy.isSecure || request.isForwardedSecurely
        guard visit.trace != nil || isSecure else { return response }
        var response = response
        if let trace = visit.trace { response.headers[.traceParent] = trace.next }
        if isSecure { response.headers.append(ResponseFields.transportSecurity) }
        return response
    }

    /// Logs a request.
    ///
    /// From the client's input, the log contains only the method, and only if the method is known.
    private func log(_ request: Request, _ response: Response, _ context: Context, since start: ContinuousClock.Instant)
    {
        let took = start.duration(to: .now)
        context.logger.info(
            "Answered a request",
            metadata: [
                "method": "\(routes.contains { $0.method == request.method } ? request.method.rawValue : "other")",
                "route": "\(context.endpointPath ?? "")", "status": "\(response.status.code)",
                "milliseconds": "\(took / .milliseconds(1))",
            ])
    }

    /// Returns the problem for a request that matches no route: an unknown path, or a wrong method for a known path.
    private func unrouted(_ request: Request) -> Problem {
        let path = request.uri.path
        var methods = routes.filter { $0.fits(path) }.map(\.method)
        if methods.contains(.get), !methods.contains(.head) { methods.append(.head) }
        guard !methods.isEmpty else { return Problem(.notFound, "there is nothing at \(path.quoted)") }
        let allowed = methods.map(\.rawValue).sorted().joined(separator: ", ")
        return Problem(
            .methodNotAllowed, "\(path.quoted) takes \(allowed), not \(request.method.rawValue.quoted)",
            headers: [.allow: allowed])
    }
}

/// A route with its access check and its counters.
private final class Endpoint: Sendable {
    private let route: Route
    private let identification: Identification
    private let refusals: Refusals
    private let counters: RouteCounters
    private let clock: any Clock<Duration>

    init(
        route: Route, identification: Identification, refusals: Refusals, factory: any MetricsFactory,
        clock: any Clock<Duration>
    ) {
        (self.route, self.identification, self.refusals, self.clock) = (route, identification, refusals, clock)
        counters = RouteCounters(route, factory: factory)
    }

    @Sendable
    func answer(_ request: Request, _ context: HostContext) async -> Response {
        let elapsed = clock.stopwatch()
        var context = context
        do {
            if !route.isOpen { try await identification.access?.learn(request) }
            try admit(request, &context)
            let response = try await Requester.$current.withValue(Requester(context.address)) { [context] in
                try await route.handler(request, context)
            }
            return counters.counted(response, to: request, took: elapsed())
        } catch { return refuse(request, context, error, elapsed()) }
    }

    /// Refuses a request without a valid token, or a request that does not accept the route's media type.
    @inline(never)
    private func admit(_ request: Request, _ context: inout HostContext) throws {
        if !route.isOpen { try identification.identify(request, &context) }
        try route.verifyAccepted(by: request)
    }

    @inline(never)
    private func refuse(
        _ request: Request, _ context: HostContext, _ error: any Error, _ duration: Duration
    ) -> Response {
        counters.counted(refusals.response(error, to: request, context), to: request, took: duration)
    }
}

/// The context, the trace and the arrival time of a request.
private final class Visit: Sendable {
    let context: HostContext
    let trace: TraceContext?
    /// The time of arrival; `nil` if requests are not logged.
    let start: ContinuousClock.Instant?

    @inline(never)
    init(_ request: Request, _ context: HostContext, _ proxies: TrustedProxies) {
        start = context.logger.logLevel <= .info ? ContinuousClock.now : nil
        trace = request.headers[.traceParent].flatMap(TraceContext.init)
        var context = context
        if let trace { context.logger[metadataKey: "trace_id"] = "\(trace.id)" }
        if !proxies.isEmpty {
            context.forwarded = proxies.client(of: request.headers, from: context.channel.remoteAddress)
            context.isFromProxy = proxies.isTrusted(context.channel.remoteAddress)
        }
        self.context = context
    }
}
