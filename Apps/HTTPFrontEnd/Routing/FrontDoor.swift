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
    ///   - errorPage: Makes the answer to a person whose request goes wrong.
    init(
        routes: [Route], policy: RequestPolicy, access: Access?, metrics: HostMetrics,
        errorPage: @escaping @Sendable (Problem) -> Response
    ) {
        (self.routes, self.policy, self.access) = (routes, policy, access)
        let refusals = Refusals(errorPage: errorPage)
        self.refusals = refusals
        strays = StatusCounters(route: "", method: "", factory: metrics.factory)
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        for route in routes {
            let counters = RouteCounters(route, factory: metrics.factory)
            router.on(RouterPath(route.path), method: route.method) { request, context in
                var response: Response
                do {
                    if !route.isOpen { try access?.check(request) }
                    try route.verifyAccepted(by: request)
                    response = try await route.handler(request, context)
                } catch {
                    response = refusals.response(error, to: request, context)
                }
                counters.count(response.status, to: request.method)
                return response
            }
        }
        self.router = router.buildResponder()
    }

    /// Answers a request.
    func respond(to request: Request, context: Context) async throws -> Response {
        let trace = request.headers[.traceParent].flatMap(TraceContext.init)
        var context = context
        if let trace { context.logger[metadataKey: "trace_id"] = "\(trace.id)" }
        let start = context.logger.logLevel <= .info ? ContinuousClock.now : nil
        var response: Response
        do {
            try policy.check(request.head)
            response = try await router.respond(to: request, context: context)
            // The router notes this where it would note the route.
            if response.status == .notFound, context.endpointPath == "NotFound" {
                try access?.check(request)
                throw unrouted(request)
            }
        } catch {
            response = refusals.response(error, to: request, context)
            strays.count(response.status)
        }
        if let trace { response.headers[.traceParent] = trace.next }
        if let start { log(request, response, context, since: start) }
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
