import FeatureKit
import Hummingbird
import OpenIDConnect
import Synchronization

/// The signed-in browsers: a limited number of them, each for a limited time.
///
/// A cookie contains random bits instead of the token, so it is useless on other hosts. The list holds digests of the
/// cookies and of the tokens, so it lets nobody sign in.
final class Logins: Sendable {
    typealias Digest = AccessTokens.Digest

    /// The maximum number of browsers in which a person is signed in.
    ///
    /// Beyond it, the person's oldest sign-in ends. So one person cannot use up ``limit`` and sign others out.
    static let personLimit = 20
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
    /// The time after which a provider is asked whether a person may stay signed in.
    static let renewalAge = Duration.seconds(600)
    /// The time for which a person stays signed in without a new answer of the provider.
    static let grantLifetime = Duration.seconds(3600)

    /// What a browser has signed in with.
    enum Proof: Sendable {
        /// A token of the host.
        case token(Digest)
        /// A provider's grant.
        case grant(Grant)
    }

    private struct SignIn {
        var proof: Proof
        let start: Duration
        /// The time of the last request; an open stream makes none.
        var lastUse: Duration
        /// The time at which the provider has last confirmed the grant.
        var confirmation: Duration
        /// The time at which the provider was last asked.
        var attempt: Duration

        init(_ proof: Proof, at now: Duration) {
            (self.proof, start, lastUse, confirmation, attempt) = (proof, now, now, now, now)
        }

        /// Returns whether another sign-in is of the same person.
        func isOfSamePerson(as other: SignIn) -> Bool {
            switch (proof, other.proof) {
            case (.token(let token), .token(let other)): token == other
            case (.grant(let grant), .grant(let other)): grant.person.key == other.person.key
            default: false
            }
        }

        func isValid(at now: Duration) -> Bool {
            guard now - lastUse < Logins.idleLimit, now - start < Logins.lifetime else { return false }
            if case .grant = proof { return now - confirmation < Logins.grantLifetime }
            return true
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

    /// Signs a browser in, which ends its earlier sign-ins.
    ///
    /// - Parameters:
    ///   - request: The browser's request.
    ///   - proof: What the browser signs in with.
    ///   - replaced: The cookie of the browser's earlier sign-in, if the request has none.
    ///   - count: The maximum number of browsers that are signed in by this proof.
    /// - Returns: The cookie for the browser (RFC 6265), and the sign-ins that have ended.
    func begin(
        _ request: Request, with proof: Proof, replacing replaced: String? = nil, atMost count: Int
    ) -> (cookie: String, ended: Set<Digest>) {
        let value = Session.randomID()
        let earlier = cookie.values(in: request) + (replaced.map { [$0] } ?? [])
        var ended = endExpired().union(end(Set(earlier.map(AccessTokens.digest))))
        let now = elapsed()
        signIns.withLock { signIns in
            let new = SignIn(proof, at: now)
            func makeRoom(among candidates: [Digest: SignIn], atMost limit: Int) {
                guard candidates.count >= limit,
                    let oldest = candidates.min(by: { $0.value.start < $1.value.start })?.key
                else { return }
                signIns[oldest] = nil
                ended.insert(oldest)
            }
            makeRoom(among: signIns.filter { $0.value.isOfSamePerson(as: new) }, atMost: count)
            makeRoom(among: signIns, atMost: Logins.limit)
            signIns[AccessTokens.digest(of: value)] = new
        }
        return (cookie.field(value, for: request, lifetime: Logins.lifetime), ended)
    }

    /// Signs a browser out.
    ///
    /// - Returns: A cookie that replaces the browser's cookie and expires at once, and the sign-ins that have ended.
    func end(_ request: Request) -> (cookie: String, ended: Set<Digest>) {
        (cookie.field("", for: request, lifetime: .zero), end(Set(cookie.values(in: request).map(AccessTokens.digest))))
    }

    /// Returns the cookie of the sign-in of the browser that sent a request; `nil` if it is not signed in.
    func cookie(of request: Request) -> String? {
        cookie.values(in: request).first { proof(of: AccessTokens.digest(of: $0)) != nil }
    }

    /// Returns the sign-in of the browser that sent a request, and what the browser has signed in with.
    func signIn(of request: Request) -> (id: Digest, proof: Proof)? {
        let values = cookie.values(in: request)
        guard !values.isEmpty else { return nil }
        let now = elapsed()
        for id in values.lazy.map(AccessTokens.digest) {
            let proof = signIns.withLock { signIns -> Proof? in
                guard let signIn = signIns[id], signIn.isValid(at: now) else { return nil }
                signIns[id]?.lastUse = now
                return signIn.proof
            }
            if let proof { return (id, proof) }
        }
        return nil
    }

    /// Returns what a browser has signed in with; `nil` if the sign-in has ended.
    func proof(of id: Digest) -> Proof? { signIns.withLock { $0[id]?.proof } }

    /// Returns the sign-ins with certain tokens of the host.
    func ids(ofTokens isMeant: (_ token: Digest) -> Bool) -> Set<Digest> {
        signIns.withLock { signIns in
            Set(signIns.filter { if case .token(let token) = $0.value.proof { isMeant(token) } else { false } }.keys)
        }
    }

    /// Ends sign-ins.
    ///
    /// - Returns: The sign-ins that had not ended before.
    @discardableResult func end(_ ids: Set<Digest>) -> Set<Digest> {
        signIns.withLock { signIns in ids.filter { signIns.removeValue(forKey: $0) != nil } }
    }

    /// Returns the grants to renew, beginning with those for which the provider was not asked for the longest time.
    ///
    /// - Parameters:
    ///   - pause: The time between two requests for the same grant.
    ///   - count: The maximum number of grants.
    func grantsToRenew(pause: Duration, atMost count: Int) -> [(id: Digest, grant: Grant)] {
        let now = elapsed()
        return signIns.withLock { signIns in
            let due = signIns.filter { _, signIn in
                guard case .grant(let grant) = signIn.proof, grant.isRenewable else { return false }
                return now - signIn.confirmation >= Logins.renewalAge && now - signIn.attempt >= pause
            }
            return due.sorted { $0.value.attempt < $1.value.attempt }.prefix(count).compactMap { id, signIn in
                guard case .grant(let grant) = signIn.proof else { return nil }
                signIns[id]?.attempt = now
                return (id, grant)
            }
        }
    }

    /// Replaces the grant of a sign-in that has not ended, without a confirmation.
    func keep(_ id: Digest, _ grant: Grant) { signIns.withLock { $0[id]?.proof = .grant(grant) } }

    /// Replaces the grant of a sign-in that has not ended.
    func confirm(_ id: Digest, _ grant: Grant) {
        let now = elapsed()
        signIns.withLock { signIns in
            signIns[id]?.proof = .grant(grant)
            signIns[id]?.confirmation = now
        }
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
