import FeatureKit
import HTTPTypes
import Hummingbird

/// Finds the person of a request.
struct Identification: Sendable {
    /// The sign-ins; `nil` on a host without tokens.
    let access: Access?
    /// The persons that a reverse proxy names; `nil` on a host that lets no proxy name persons.
    let proxied: ProxyPersons?
    /// The person who uses a host without sign-ins; `nil` if other machines can reach the host.
    let owner: Person?
    /// The names of this machine and of the host.
    let hosts: HostList

    /// The time after which a stream ends if a proxy names its person, so that it begins anew with the person's present
    /// rights.
    let proxyStreamLimit: Duration

    /// How clients of the API tell who they are.
    var identity: APIIdentity { access != nil ? .token : proxied != nil ? .proxy : .none }

    /// Notes the person who sends a request in the request's context; `nil` if nobody is known.
    ///
    /// - Throws: ``Problem`` (401, or 429 after too many guesses) on a host with sign-ins.
    func identify(_ request: Request, _ context: inout HostContext) throws(Problem) {
        if let proxied, isForProxy(request, proxied) {
            context.person = try proxied.person(of: request, context)
            context.isNamedByProxy = true
        } else if let access {
            context.person = try access.check(request, context)
        } else {
            context.person = isProxied(request, context) ? nil : owner
        }
    }

    /// Returns the lifetime of a stream that a client opens; `nil` if the stream has no limit.
    ///
    /// On a host with tokens, the stream ends when the access of the client ends or changes.
    ///
    /// - Throws: ``Problem``: 401 if the access has ended already, and 503 if it has just changed.
    func lifetime(ofStreamFor request: Request, _ context: HostContext) throws(Problem) -> Duration? {
        if context.isNamedByProxy { return proxyStreamLimit }
        try access?.endStreamWithAccess(request, context)
        return nil
    }

    /// Returns whether a proxy names the person of a request, instead of a token or a sign-in.
    private func isForProxy(_ request: Request, _ proxied: ProxyPersons) -> Bool {
        access == nil || (request.headers[.authorization] == nil && proxied.isNamed(in: request))
    }

    /// Returns whether a proxy has passed a request on: it makes other people's requests, also from this machine.
    ///
    /// A proxy that adds no header field uses another name of the host, or HTTP/1.0 (which `RequestLine` tells as `Via`).
    private func isProxied(_ request: Request, _ context: HostContext) -> Bool {
        context.isFromProxy || !hosts.isOwn(request.head.authority ?? "")
            || request.headers.contains { field in
                let name = field.name.canonicalName
                // Most names differ in the first byte, which is quick to compare.
                return switch name.utf8.first {
                case UInt8(ascii: "x"): name.hasPrefix("x-forwarded-")
                case UInt8(ascii: "f"): name == "forwarded"
                case UInt8(ascii: "v"): name == "via"
                default: false
                }
            }
    }
}
