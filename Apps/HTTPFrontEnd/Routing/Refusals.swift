import FeatureKit
import FeatureStorage
import HTTPTypes
import Hummingbird
import Logging

/// Answers failed requests: API clients get a problem in JSON, people get a page.
struct Refusals: Sendable {
    /// Makes the HTML of a page that shows a problem, for a request and its context; `nil` if the connection refused the
    /// request.
    let errorPage: @Sendable (Problem, Request?, HostContext?) -> [UInt8]
    /// Whether clients reach the host over TLS only.
    let isSecure: Bool

    /// Makes the response to an error.
    ///
    /// Logs the error if it is an error of the host itself.
    func response(_ error: any Error, to request: Request, _ context: HostContext) -> Response {
        let problem = Problem(error)
        problem.log(context)
        let response =
            if Refusals.isForMachines(request.uri.path) {
                Response.problem(problem)
            } else if problem.status == .unauthorized, !problem.isOfProxy, Refusals.isNavigation(request) {
                Response.see([(name: "next", text: LoginRoutes.place(request.uri.description))].query(of: "/login"))
            } else {
                Response.page(errorPage(problem, request, context), status: problem.status, problem.headers)
            }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Makes the header fields and the body of a problem, in the format for the requested path.
    func content(of problem: Problem, for path: String) -> (fields: HTTPFields, body: ByteBuffer) {
        let isForMachines = Refusals.isForMachines(path.prefix { $0 != "?" })
        var fields = isForMachines ? ResponseFields.problem : ResponseFields.page
        fields.append(contentsOf: problem.headers)
        if isSecure { fields.append(ResponseFields.transportSecurity) }
        return (
            fields, isForMachines ? ByteBuffer(bytes: problem.json) : ByteBuffer(bytes: errorPage(problem, nil, nil))
        )
    }

    /// Returns whether a request is a person's navigation to a page.
    ///
    /// A person without a valid login is redirected to the login page, but a page's script gets 401.
    private static func isNavigation(_ request: Request) -> Bool {
        guard request.method == .get || request.method == .head, request.headers[.authorization] == nil else {
            return false
        }
        if let mode = request.headers[.secFetchMode] { return mode == "navigate" }
        let accept = request.headers[.accept]
        return accept != MediaType.json.rawValue && accept != MediaType.events.rawValue
    }

    private static func isForMachines(_ path: some StringProtocol) -> Bool {
        path == "/api" || path.hasPrefix("/api/") || path == "/openapi.json" || path == "/metrics"
    }
}

extension Problem {
    /// Logs the problem if it is an error of the host itself.
    func log(_ context: HostContext) {
        guard let level = logLevel, outage?.takeLog() != false else { return }
        // Paths and messages can contain user input, which must not appear in logs.
        var metadata: Logger.Metadata = ["status": "\(status.code)", "route": "\(context.endpointPath ?? "")"]
        if let cause { metadata["error"] = "\(cause)" }
        context.logger.log(level: level, "A request failed", metadata: metadata)
    }
}

extension [(name: String, text: String)] {
    /// Returns the path with the pairs as its query.
    fileprivate func query(of path: String) -> String { path + query }
}
