import HTTPTypes
import Hummingbird
import Logging

/// The one layer around all routes: it refuses what no route should see, and puts what goes wrong into words.
///
/// One layer and no chain of middleware, because every request pays for each.
struct FrontDoor: HTTPResponder {
    typealias Context = BasicRequestContext

    private let policy: RequestPolicy
    private let routes: [Route]
    private let router: RouterResponder<Context>
    private let errorPage: @Sendable (Problem) -> Response

    /// Opens the door to routes.
    ///
    /// - Parameters:
    ///   - routes: Every route; for GET there is HEAD too.
    ///   - policy: What requests must be like.
    ///   - errorPage: Makes the answer to a person whose request goes wrong.
    init(routes: [Route], policy: RequestPolicy, errorPage: @escaping @Sendable (Problem) -> Response) {
        (self.routes, self.policy, self.errorPage) = (routes, policy, errorPage)
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                try await route.handler(request, context.parameters)
            }
        }
        self.router = router.buildResponder()
    }

    /// Answers a request.
    func respond(to request: Request, context: Context) async throws -> Response {
        do {
            try policy.check(request.head)
            let response = try await router.respond(to: request, context: context)
            // The router notes this where it would note the route.
            if response.status == .notFound, context.endpointPath == "NotFound" { throw unrouted(request) }
            return response
        } catch {
            return answer(Problem(error), to: request, context: context)
        }
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

    private func answer(_ problem: Problem, to request: Request, context: Context) -> Response {
        if let level = problem.logLevel {
            // What people typed stays out of logs, so no path and no message.
            context.logger.log(
                level: level,
                "A request failed",
                metadata: ["status": "\(problem.status.code)", "route": "\(context.endpointPath ?? "")"])
        }
        let isForMachines = request.uri.path == "/api" || request.uri.path.hasPrefix("/api/")
        let response = isForMachines ? Response.problem(problem) : errorPage(problem)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
