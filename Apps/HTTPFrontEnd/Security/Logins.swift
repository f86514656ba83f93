import FeatureKit
import Hummingbird
import Synchronization

/// The signed-in browsers: a limited number of them, each for a limited time.
///
/// A cookie contains random bits instead of the token, so it is useless on other hosts. The list holds digests of the
/// cookies and of the tokens, so it lets nobody sign in.
final class Logins: Sendable {
    typealias Digest = AccessTokens.Digest

    /// The maximum number of signed-in browsers.
    ///
    /// Beyond it, the browser that signed in first is signed out.
    static let limit = 1_000
    /// The time without a request after which a browser is signed out.
    static let idleLimit = Duration.seconds(12 * 3600)
    /// The time after which a browser is signed out in any case.
    static let lifetime = Duration.seconds(7 * 24 * 3600)
    /// The interval at which expired sign-ins are removed.
    static let interval = Duration.seconds(60)

    private struct SignIn {
        let token: Digest
        let start: Duration
        /// The time of the last request; an open stream makes none.
        var lastUse: Duration

        func isValid(at now: Duration) -> Bool {
            now - lastUse < Logins.idleLimit && now - start < Logins.lifetime
        }
    }

    /// The sign-ins by the digests of their cookies.
    private let signIns = Mutex<[Digest: SignIn]>([:])
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
    /// - Returns: The cookie for the browser (RFC 6265), and the sign-ins that have ended.
    func begin(_ request: Request, with token: Digest) -> (cookie: String, ended: Set<Digest>) {
        let value = Session.randomID()
        var ended = endExpired()
        let now = elapsed()
        signIns.withLock { signIns in
            if signIns.count >= Logins.limit, let oldest = signIns.min(by: { $0.value.start < $1.value.start })?.key {
                signIns[oldest] = nil
                ended.insert(oldest)
            }
            signIns[AccessTokens.digest(of: value)] = SignIn(token: token, start: now, lastUse: now)
        }
        return (cookie.field(value, for: request, lifetime: Logins.lifetime), ended)
    }

    /// Signs a browser out.
    ///
    /// - Returns: A cookie that replaces the browser's cookie and expires at once, and the sign-ins that have ended.
    func end(_ request: Request) -> (cookie: String, ended: Set<Digest>) {
        let ids = Set(cookie.values(in: request).map(AccessTokens.digest))
        let ended = signIns.withLock { signIns in ids.filter { signIns.removeValue(forKey: $0) != nil } }
        return (cookie.field("", for: request, lifetime: .zero), ended)
    }

    /// Returns the sign-in of the browser that sent a request, and its token.
    func signIn(of request: Request) -> (id: Digest, token: Digest)? {
        let values = cookie.values(in: request)
        guard !values.isEmpty else { return nil }
        let now = elapsed()
        for id in values.lazy.map(AccessTokens.digest) {
            let token = signIns.withLock { signIns -> Digest? in
                guard let signIn = signIns[id], signIn.isValid(at: now) else { return nil }
                signIns[id]?.lastUse = now
                return signIn.token
            }
            if let token { return (id, token) }
        }
        return nil
    }

    /// Returns whether a sign-in has not ended.
    func isKnown(_ id: Digest) -> Bool { signIns.withLock { $0[id] != nil } }

    /// Ends the sign-ins with certain tokens.
    func end(with isOver: (_ token: Digest) -> Bool) {
        signIns.withLock { signIns in signIns = signIns.filter { !isOver($0.value.token) } }
    }

    /// Ends expired sign-ins.
    ///
    /// - Returns: The sign-ins that have ended.
    func endExpired() -> Set<Digest> {
        let now = elapsed()
        return signIns.withLock { signIns in
            let expired = signIns.filter { !$0.value.isValid(at: now) }.keys
            for id in expired { signIns[id] = nil }
            return Set(expired)
        }
    }
}
