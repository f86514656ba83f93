import FeatureKit
import HTTPTypes
import Hummingbird

/// A method and a path of this host, with the handler that answers matching requests.
struct Route: Sendable {
    typealias Handler = @Sendable (_ request: Request, _ parameters: Parameters) async throws -> Response
    typealias Visit = @Sendable (_ request: Request, _ context: HostContext) async throws -> Response

    let method: HTTPRequest.Method
    /// The path, with its variable components in braces: `/api/features/{feature}`.
    let path: String
    /// The media type of the response, checked against `Accept`; `nil` for no check.
    let produces: MediaType?
    /// Whether clients without a token may use the route.
    private(set) var isOpen: Bool
    private(set) var handler: Visit

    init(
        _ method: HTTPRequest.Method, _ path: String, produces: MediaType? = nil, isOpen: Bool = false,
        handler: @escaping Handler
    ) {
        (self.method, self.path, self.produces, self.isOpen) = (method, path, produces, isOpen)
        self.handler = { request, context in try await handler(request, context.parameters) }
    }

    /// Creates a route whose handler needs the client's connection.
    init(_ method: HTTPRequest.Method, _ path: String, produces: MediaType? = nil, visit: @escaping Visit) {
        (self.method, self.path, self.produces, isOpen) = (method, path, produces, false)
        handler = visit
    }

    /// The route for clients without a token too.
    var opened: Route {
        var route = self
        route.isOpen = true
        return route
    }

    /// Returns the route with another handler.
    func handled(_ handler: @escaping Visit) -> Route {
        var route = self
        route.handler = handler
        return route
    }

    /// Returns whether a request's path matches the route's path.
    func fits(_ requested: String) -> Bool {
        let wanted = path.split(separator: "/")
        let given = requested.split(separator: "/")
        return wanted.count == given.count && zip(wanted, given).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }

    /// Throws an error if the client does not accept the route's media type.
    ///
    /// - Throws: ``Problem`` (406).
    func verifyAccepted(by request: Request) throws(Problem) {
        guard let produces, let accept = request.headers[.accept], !produces.isAcceptable(to: accept) else { return }
        throw Problem(
            .notAcceptable, "this address answers \(produces.rawValue), which the header Accept does not allow")
    }
}

extension Parameters {
    /// Returns the variable path component with the given name, percent-decoded.
    ///
    /// A component with malformed encoding is returned unchanged.
    ///
    /// - Throws: ``Problem`` (400) for a component that exceeds the length limit of names.
    subscript(part name: String) -> String {
        get throws(Problem) {
            let part = self[name[...]] ?? ""
            guard part.utf8.count <= 3 * StreamSafeText.nameLimit else { throw Problem.longName(part) }
            let isEncoded = part.utf8.contains(UInt8(ascii: "%"))
            let plain = (isEncoded ? try? FormText.decode(part.utf8, plusIsSpace: false) : nil) ?? String(part)
            guard StreamSafeText.containsName(plain) else { throw Problem.longName(plain) }
            return plain
        }
    }
}
