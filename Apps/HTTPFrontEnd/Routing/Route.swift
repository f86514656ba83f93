import HTTPTypes
import Hummingbird

/// One way to ask this host for something.
struct Route: Sendable {
    typealias Handler = @Sendable (_ request: Request, _ parameters: Parameters) async throws -> Response

    let method: HTTPRequest.Method
    /// The path, with names in braces for what differs: `/api/features/{feature}`.
    let path: String
    let handler: Handler

    init(_ method: HTTPRequest.Method, _ path: String, handler: @escaping Handler) {
        (self.method, self.path, self.handler) = (method, path, handler)
    }

    /// Whether a request's path fits.
    func fits(_ requested: String) -> Bool {
        let wanted = path.split(separator: "/")
        let given = requested.split(separator: "/")
        return wanted.count == given.count && zip(wanted, given).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}

extension Parameters {
    /// The part of the path under a name of the route's.
    subscript(part name: String) -> String { self[name[...]].map(String.init) ?? "" }
}
