import HTTPTypes
import Hummingbird

/// A cookie of this host (RFC 6265).
///
/// The cookie's name contains the port, because browsers send a host's cookies to all ports of the host. Over TLS, the name
/// begins with `__Host-`, so that neither a page without TLS nor a page of another name can set the cookie (RFC 6265bis,
/// 4.1.3.2).
struct HostCookie: Sendable {
    /// The pages from which a browser sends a cookie with a request.
    enum Reach: String {
        /// Pages of this site only.
        case strict = "Strict"
        /// Pages of this site, and links of other sites.
        case lax = "Lax"
    }

    /// The cookie's name up to the port, without and with TLS.
    private let plainStart: String
    private let secureStart: String
    private let reach: Reach
    private let isAlwaysSecure: Bool

    /// Creates a cookie.
    ///
    /// - Parameters:
    ///   - prefix: The beginning of the cookie's name.
    ///   - reach: The pages from which a browser sends the cookie.
    ///   - isSecure: Whether the host uses TLS, so that browsers always send the cookie over TLS only. Otherwise, they do
    ///     so for a request that a trusted proxy has got over TLS.
    init(prefix: String, reach: Reach, isSecure: Bool) {
        (plainStart, secureStart) = ("\(prefix)-", "__Host-\(prefix)-")
        (self.reach, isAlwaysSecure) = (reach, isSecure)
    }

    /// Returns the values that a browser sent.
    ///
    /// A page on another port of the same name can add a second cookie of this name, with another path.
    func values(in request: Request) -> [String] {
        let (start, port) = (start(for: request), port(in: request))
        var values: [String] = []
        // Each page reads its cookies, so the code compares bytes and copies only the values.
        for field in request.headers[values: .cookie] {
            var rest = field.utf8[...]
            while !rest.isEmpty {
                let pair = rest.prefix { $0 != UInt8(ascii: ";") }
                rest = rest[pair.endIndex...].dropFirst()
                if let value = value(in: pair, start: start, port: port) { values.append(String(Substring(value))) }
            }
        }
        return values
    }

    /// Returns the value in a pair of a name and a value, if the name is this cookie's name under a port.
    private func value(in pair: Substring.UTF8View, start: String, port: Substring) -> Substring.UTF8View? {
        var rest = pair.drop(while: HostCookie.isSpace)
        guard HostCookie.take(start[...], from: &rest), HostCookie.take(port, from: &rest),
            HostCookie.take("=", from: &rest)
        else { return nil }
        while let last = rest.last, HostCookie.isSpace(last) { rest = rest.dropLast() }
        return rest
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
            + (isSecure(request) ? "; Secure" : "")
    }

    private func name(for request: Request) -> String { start(for: request) + port(in: request) }

    private func start(for request: Request) -> String { isSecure(request) ? secureStart : plainStart }

    private func isSecure(_ request: Request) -> Bool { isAlwaysSecure || request.isForwardedSecurely }

    /// Returns the port under which the browser addresses this host.
    private func port(in request: Request) -> Substring {
        let authority = request.head.authority ?? ""
        let colon = authority.utf8.lastIndex { !(0x30...0x39).contains($0) }
        let standard: Substring = isSecure(request) ? "443" : "80"
        guard let colon, authority.utf8[colon] == UInt8(ascii: ":") else { return standard }
        let port = authority[authority.utf8.index(after: colon)...]
        return port.isEmpty ? standard : port
    }

    /// Removes a text from the beginning of bytes, and returns whether they begin with it.
    private static func take(_ text: Substring, from rest: inout Substring.UTF8View) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
