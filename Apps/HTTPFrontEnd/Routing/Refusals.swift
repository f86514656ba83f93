import HTTPTypes
import Hummingbird
import Logging

/// Answers failed requests: with a problem for programs, with a page for people.
struct Refusals: Sendable {
    /// Makes the HTML of a page that shows a problem.
    let errorPage: @Sendable (Problem) -> String

    /// Makes the answer to an error.
    ///
    /// Logs it if it is the host's own.
    func response(_ error: any Error, to request: Request, _ context: HostContext) -> Response {
        let problem = Problem(error)
        problem.log(context)
        let response =
            if Refusals.isForMachines(request.uri.path) {
                Response.problem(problem)
            } else if problem.status == .unauthorized, Refusals.isNavigation(request) {
                Response.see([(name: "next", text: LoginRoutes.place(request.uri.description))].query(of: "/login"))
            } else {
                Response.page(errorPage(problem), status: problem.status, problem.headers)
            }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// The header fields and the body that describe a problem to the client that requested a path.
    func content(of problem: Problem, for path: String) -> (fields: HTTPFields, body: ByteBuffer) {
        let isForMachines = Refusals.isForMachines(path.prefix { $0 != "?" })
        var fields = isForMachines ? ResponseFields.problem : ResponseFields.page
        fields.append(contentsOf: problem.headers)
        return (fields, isForMachines ? ByteBuffer(bytes: problem.json) : ByteBuffer(string: errorPage(problem)))
    }

    /// Whether a person navigates to a page.
    ///
    /// A page's script is answered 401 instead of being redirected to the login page.
    private static func isNavigation(_ request: Request) -> Bool {
        guard request.method == .get || request.method == .head else { return false }
        if let mode = request.headers[.secFetchMode] { return mode == "navigate" }
        let accept = request.headers[.accept]
        return accept != MediaType.json.rawValue && accept != MediaType.events.rawValue
    }

    private static func isForMachines(_ path: some StringProtocol) -> Bool {
        path == "/api" || path.hasPrefix("/api/") || path == "/openapi.json" || path == "/metrics"
    }
}

extension Problem {
    /// Logs the problem if it is the host's own.
    func log(_ context: HostContext) {
        guard let level = logLevel else { return }
        // Paths and messages can contain user input, which stays out of logs.
        var metadata: Logger.Metadata = ["status": "\(status.code)", "route": "\(context.endpointPath ?? "")"]
        if let cause { metadata["error"] = "\(cause)" }
        context.logger.log(level: level, "A request failed", metadata: metadata)
    }
}

extension [(name: String, text: String)] {
    /// The pairs as a query behind a path.
    fileprivate func query(of path: String) -> String { path + query }
}
