import HTTPTypes
import Hummingbird

/// A cookie of this host (RFC 6265).
///
/// The cookie's name contains the port, because browsers send a host's cookies to all ports of the host.
struct HostCookie: Sendable {
    /// The pages from which a browser sends a cookie with a request.
    enum Reach: String {
        /// Pages of this site only.
        case strict = "Strict"
        /// Pages of this site, and links of other sites.
        case lax = "Lax"
    }

    /// The beginning of the cookie's name.
    let prefix: String
    let reach: Reach
    /// Whether browsers send the cookie over TLS only.
    let isSecure: Bool

    /// Returns the value that a browser sent; `nil` if it sent none.
    func value(in request: Request) -> String? {
        let start = "\(name(for: request))="
        return request.headers[values: .cookie].joined(separator: ";").split(separator: ";").lazy
            .map(\.trimmingWhitespace).first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }

    /// Returns the header field that sets the cookie.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - request: The request to which the field answers.
    ///   - lifetime: The time after which the browser deletes the cookie; `nil` to keep it until the browser ends.
    func field(_ value: String, for request: Request, lifetime: Duration? = nil) -> String {
        let age = lifetime.map { "; Max-Age=\($0.components.seconds)" } ?? ""
        return "\(name(for: request))=\(value); Path=/\(age); HttpOnly; SameSite=\(reach.rawValue)"
            + (isSecure ? "; Secure" : "")
    }

    /// Returns the name of the cookie, which contains the port under which the browser addresses this host.
    private func name(for request: Request) -> String {
        let authority = request.head.authority ?? ""
        let port = authority.drop { $0 != "]" }.isEmpty ? authority[...] : authority.drop { $0 != "]" }
        let digits = port.drop { $0 != ":" }.dropFirst().filter(\.isNumber)
        return "\(prefix)-\(digits.isEmpty ? isSecure ? "443" : "80" : String(digits))"
    }
}
