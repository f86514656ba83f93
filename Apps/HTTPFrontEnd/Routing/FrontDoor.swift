import CoreMetrics
import HTTPTypes
import Hummingbird
import Logging

/// The one layer around all routes: it refuses what no route should see, puts what goes wrong into words, counts and logs.
///
/// One layer and no chain of middleware, because every request pays for each.
struct FrontDoor: HTTPResponder {
    typealias Context = HostContext

    private let policy: RequestPolicy
    private let access: Access?
    let routes: [Route]
    private let router: RouterResponder<Context>
    private let refusals: Refusals
    /// Counts what reaches no route, whatever was asked for.
    private let strays: StatusCounters

    /// Opens the door to routes.
    ///
    /// - Parameters:
    ///   - routes: Every route; for GET there is HEAD too.
    ///   - policy: What requests must be like.
    ///   - access: Who may ask; everybody if there is none.
    ///   - metrics: What counts answers.
    ///   - refusals: What answers requests that go wrong.
    init(routes: [Route], policy: RequestPolicy, access: Access?, metrics: HostMetrics, refusals: Refusals) {
        (self.routes, self.policy, self.access, self.refusals) = (routes, policy, access, refusals)
        strays = StatusCounters(route: "", method: "", factory: metrics.factory)
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        for route in routes {
            let endpoint = Endpoint(route: route, access: access, refusals: refusals, factory: metrics.factory)
            router.on(RouterPath(route.path), method: route.method, use: endpoint.answer)
        }
        self.router = router.buildResponder()
    }

    /// Answers a request.
    ///
    /// What it does before and after the route is asked stands in functions of its own: a stream keeps the memory of the
    /// deepest call that led to it, this one's among them, for as long as it is open.
    func respond(to request: Request, context: Context) async throws -> Response {
        let visit = Visit(request, context)
        do {
            try admit(request)
            let response = try finish(try await router.respond(to: request, context: visit.context), to: request, visit)
            return Gzip.isWanted(for: response, by: request) ? await Gzip.compress(response) : response
        } catch { return refuse(request, visit, error) }
    }

    @inline(never)
    private func admit(_ request: Request) throws {
        try policy.check(request.head)
    }

    /// Looks at a route's answer, or at that of none.
    @inline(never)
    private func finish(_ response: Response, to request: Request, _ visit: Visit) throws -> Response {
        // The router notes this where it would note the route.
        if response.status == .notFound, visit.context.endpointPath == "NotFound" {
            try access?.check(request)
            throw unrouted(request)
        }
        return conclude(response, to: request, visit)
    }

    /// Answers what was wrong before a route was reached.
    @inline(never)
    private func refuse(_ request: Request, _ visit: Visit, _ error: any Error) -> Response {
        let response = refusals.response(error, to: request, visit.context)
        strays.count(response.status)
        return conclude(response, to: request, visit)
    }

    private func conclude(_ response: Response, to request: Request, _ visit: Visit) -> Response {
        if let start = visit.start { log(request, response, visit.context, since: start) }
        guard let trace = visit.trace else { return response }
        var response = response
        response.headers[.traceParent] = trace.next
        return response
    }

    /// Logs a request: nothing of it that a client chose, but its method.
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

    /// Says whether the path or only the method is unknown.
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

/// A route, and what stands around it.
private final class Endpoint: Sendable {
    private let route: Route
    private let access: Access?
    private let refusals: Refusals
    private let counters: RouteCounters

    init(route: Route, access: Access?, refusals: Refusals, factory: any MetricsFactory) {
        (self.route, self.access, self.refusals) = (route, access, refusals)
        counters = RouteCounters(route, factory: factory)
    }

    @Sendable
    func answer(_ request: Request, _ context: HostContext) async -> Response {
        do {
            try admit(request)
            return counters.counted(try await route.handler(request, context), to: request)
        } catch { return refuse(request, context, error) }
    }

    /// Refuses who may not ask for this, or does not take what the route answers with.
    @inline(never)
    private func admit(_ request: Request) throws {
        if !route.isOpen { try access?.check(request) }
        try route.verifyAccepted(by: request)
    }

    @inline(never)
    private func refuse(_ request: Request, _ context: HostContext, _ error: any Error) -> Response {
        counters.counted(refusals.response(error, to: request, context), to: request)
    }
}

/// What is known of a request when it comes in.
private final class Visit: Sendable {
    let context: HostContext
    let trace: TraceContext?
    /// When it came in, if that is logged.
    let start: ContinuousClock.Instant?

    @inline(never)
    init(_ request: Request, _ context: HostContext) {
        start = context.logger.logLevel <= .info ? ContinuousClock.now : nil
        trace = request.headers[.traceParent].flatMap(TraceContext.init)
        var context = context
        if let trace { context.logger[metadataKey: "trace_id"] = "\(trace.id)" }
        self.context = context
    }
}
