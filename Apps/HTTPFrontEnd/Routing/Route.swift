import FeatureKit
import HTTPTypes
import Hummingbird

/// One way to ask this host for something.
struct Route: Sendable {
    typealias Handler = @Sendable (_ request: Request, _ parameters: Parameters) async throws -> Response
    typealias Visit = @Sendable (_ request: Request, _ context: HostContext) async throws -> Response

    let method: HTTPRequest.Method
    /// The path, with names in braces for what differs: `/api/features/{feature}`.
    let path: String
    /// What it answers with, for clients who choose; `nil` where nobody is asked.
    let produces: MediaType?
    /// Whether it answers who has not shown the host's token, too.
    let isOpen: Bool
    let handler: Visit

    init(
        _ method: HTTPRequest.Method, _ path: String, produces: MediaType? = nil, isOpen: Bool = false,
        handler: @escaping Handler
    ) {
        (self.method, self.path, self.produces, self.isOpen) = (method, path, produces, isOpen)
        self.handler = { request, context in try await handler(request, context.parameters) }
    }

    /// Makes a route whose handler looks at who asks.
    init(_ method: HTTPRequest.Method, _ path: String, produces: MediaType? = nil, visit: @escaping Visit) {
        (self.method, self.path, self.produces, isOpen) = (method, path, produces, false)
        handler = visit
    }

    /// Whether a request's path fits.
    func fits(_ requested: String) -> Bool {
        let wanted = path.split(separator: "/")
        let given = requested.split(separator: "/")
        return wanted.count == given.count && zip(wanted, given).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }

    /// Refuses a client who does not take what the route answers with.
    func verifyAccepted(by request: Request) throws(Problem) {
        guard let produces, let accept = request.headers[.accept], !produces.isAcceptable(to: accept) else { return }
        throw Problem(
            .notAcceptable, "this address answers \(produces.rawValue), which the header Accept does not allow")
    }
}

extension Parameters {
    /// The part of the path under a name of the route's, percent-encoding undone; as it is, if it is no such encoding.
    ///
    /// - Throws: ``Problem`` (400) for a part that is longer than any name.
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
