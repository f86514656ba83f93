import FeatureKit
import Hummingbird
import NIOCore
import Synchronization

/// The signed-in browsers: a limited number of them, each for a limited time.
///
/// A cookie contains random bits instead of the token, so it is useless on other hosts. When a sign-in ends, its streams
/// end too.
final class Logins: Sendable {
    /// The maximum number of signed-in browsers.
    ///
    /// Beyond it, the browser that signed in first is signed out.
    static let limit = 1_000
    /// The time after which a browser is signed out.
    static let lifetime = Duration.seconds(12 * 3600)
    /// The interval at which ``expire()`` ends sign-ins.
    static let interval = Duration.seconds(60)

    private struct SignIn {
        let end: Duration
        /// The open streams of the browser.
        var streams: [ObjectIdentifier: any Channel] = [:]

        func endStreams() { for stream in streams.values { stream.close(promise: nil) } }
    }

    private let signIns = Mutex<[String: SignIn]>([:])
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private let cookie: HostCookie

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - isSecure: Whether browsers send the cookies over TLS only.
    ///   - clock: Measures lifetimes.
    init(isSecure: Bool, clock: any Clock<Duration>) {
        cookie = HostCookie(prefix: "featurehost", reach: .strict, isSecure: isSecure)
        self.clock = clock
        elapsed = clock.stopwatch()
    }

    /// Signs a browser in.
    ///
    /// - Returns: The cookie for the browser (RFC 6265).
    func begin(_ request: Request) -> String {
        let id = Session.randomID()
        endExpired()
        let now = elapsed()
        let left = signIns.withLock { signIns in
            let isFull = signIns.count >= Logins.limit
            let oldest = isFull ? signIns.min { $0.value.end < $1.value.end }?.key : nil
            signIns[id] = SignIn(end: now + Logins.lifetime)
            return oldest.flatMap { signIns.removeValue(forKey: $0) }
        }
        left?.endStreams()
        return cookie.field(id, for: request, lifetime: Logins.lifetime)
    }

    /// Signs a browser out.
    ///
    /// - Returns: A cookie that replaces the browser's cookie and expires at once.
    func end(_ request: Request) -> String {
        for id in cookie.values(in: request) { signIns.withLock { $0.removeValue(forKey: id) }?.endStreams() }
        return cookie.field("", for: request, lifetime: .zero)
    }

    /// Returns whether a signed-in browser sent a request.
    func isKnown(_ request: Request) -> Bool { signIns.withLock { known(request, $0) } != nil }

    /// Closes a channel when the browser that sent a request signs out.
    ///
    /// - Returns: Whether the browser is signed in.
    func endAtSignOut(_ channel: any Channel, of request: Request) -> Bool {
        let id = signIns.withLock { signIns in
            let id = known(request, signIns)
            if let id { signIns[id]?.streams[ObjectIdentifier(channel)] = channel }
            return id
        }
        guard let id else { return false }
        channel.closeFuture.whenComplete { _ in
            self.signIns.withLock { $0[id]?.streams[ObjectIdentifier(channel)] = nil }
        }
        return true
    }

    /// Ends expired sign-ins at regular intervals until the task is cancelled.
    func expire() async throws {
        while true {
            try await clock.sleep(for: Logins.interval)
            endExpired()
        }
    }

    private func endExpired() {
        let now = elapsed()
        let expired = signIns.withLock { signIns in
            let expired = signIns.filter { $0.value.end <= now }
            for id in expired.keys { signIns[id] = nil }
            return expired.values
        }
        for signIn in expired { signIn.endStreams() }
    }

    /// Returns the id of the signed-in browser that sent a request.
    private func known(_ request: Request, _ signIns: [String: SignIn]) -> String? {
        let now = elapsed()
        return cookie.values(in: request).first { id in signIns[id].map { now < $0.end } ?? false }
    }
}
