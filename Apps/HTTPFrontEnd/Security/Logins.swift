import FeatureKit
import HTTPTypes
import Hummingbird
import Synchronization

/// The signed-in browsers: a limited number of them, each for a limited time.
///
/// A cookie contains random bits instead of the token, so it is useless on other hosts. The cookie's name contains the
/// port, because browsers send a host's cookies to all ports of the host.
final class Logins: Sendable {
    /// The maximum number of signed-in browsers.
    ///
    /// Beyond it, the browser that signed in first is signed out.
    static let limit = 1_000
    /// The time after which a browser is signed out.
    static let lifetime = Duration.seconds(12 * 3600)

    private let ends = Mutex<[String: Duration]>([:])
    private let elapsed: @Sendable () -> Duration
    private let isSecure: Bool

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - isSecure: Whether browsers send the cookies over TLS only.
    ///   - clock: Measures lifetimes.
    init(isSecure: Bool, clock: any Clock<Duration>) {
        self.isSecure = isSecure
        elapsed = clock.stopwatch()
    }

    /// Signs a browser in.
    ///
    /// - Returns: The cookie for the browser (RFC 6265).
    func begin(_ request: Request) -> String {
        let id = Session.randomID()
        let now = elapsed()
        ends.withLock { ends in
            ends = ends.filter { $0.value > now }
            if ends.count >= Logins.limit, let oldest = ends.min(by: { $0.value < $1.value }) { ends[oldest.key] = nil }
            ends[id] = now + Logins.lifetime
        }
        return cookie(id, of: request, lifetime: Logins.lifetime)
    }

    /// Signs a browser out.
    ///
    /// - Returns: A cookie that replaces the browser's cookie and expires at once.
    func end(_ request: Request) -> String {
        if let id = id(in: request) { ends.withLock { $0[id] = nil } }
        return cookie("", of: request, lifetime: .zero)
    }

    /// Returns whether a signed-in browser sent a request.
    func isKnown(_ request: Request) -> Bool {
        guard let id = id(in: request), let end = ends.withLock({ $0[id] }) else { return false }
        return elapsed() < end
    }

    private func cookie(_ value: String, of request: Request, lifetime: Duration) -> String {
        "\(name(for: request))=\(value); Path=/; Max-Age=\(lifetime.components.seconds); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    private func id(in request: Request) -> String? {
        let start = "\(name(for: request))="
        return request.headers[values: .cookie].joined(separator: ";").split(separator: ";").lazy
            .map(\.trimmingWhitespace).first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) }
    }

    /// Returns the name of the cookie, which contains the port under which the browser addresses this host.
    private func name(for request: Request) -> String {
        let authority = request.head.authority ?? ""
        let port = authority.drop { $0 != "]" }.isEmpty ? authority[...] : authority.drop { $0 != "]" }
        let digits = port.drop { $0 != ":" }.dropFirst().filter(\.isNumber)
        return "featurehost-\(digits.isEmpty ? isSecure ? "443" : "80" : String(digits))"
    }
}
