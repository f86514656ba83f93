import FeatureKit
import Hummingbird
import Synchronization

/// The signed-in browsers: a limited number of them, each for a limited time.
///
/// A cookie contains random bits instead of the token, so it is useless on other hosts.
final class Logins: Sendable {
    /// The maximum number of signed-in browsers.
    ///
    /// Beyond it, the browser that signed in first is signed out.
    static let limit = 1_000
    /// The time after which a browser is signed out.
    static let lifetime = Duration.seconds(12 * 3600)

    private let ends = Mutex<[String: Duration]>([:])
    private let elapsed: @Sendable () -> Duration
    private let cookie: HostCookie

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - isSecure: Whether browsers send the cookies over TLS only.
    ///   - clock: Measures lifetimes.
    init(isSecure: Bool, clock: any Clock<Duration>) {
        cookie = HostCookie(prefix: "featurehost", reach: .strict, isSecure: isSecure)
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
        return cookie.field(id, for: request, lifetime: Logins.lifetime)
    }

    /// Signs a browser out.
    ///
    /// - Returns: A cookie that replaces the browser's cookie and expires at once.
    func end(_ request: Request) -> String {
        for id in cookie.values(in: request) { ends.withLock { $0[id] = nil } }
        return cookie.field("", for: request, lifetime: .zero)
    }

    /// Returns whether a signed-in browser sent a request.
    func isKnown(_ request: Request) -> Bool {
        let now = elapsed()
        return cookie.values(in: request).contains { id in ends.withLock { $0[id] }.map { now < $0 } ?? false }
    }
}
