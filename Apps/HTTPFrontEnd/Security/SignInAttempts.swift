import Crypto
import FeatureKit
import Hummingbird
import OpenIDConnect
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The attempts of browsers to sign in at a provider.
///
/// The host keeps none of them, so nobody can use up their number: each browser carries its own in an encrypted cookie.
final class SignInAttempts: Sendable {
    /// The time that a person may spend at the provider.
    private static let lifetime = Duration.seconds(600)

    /// An attempt, and what the host remembers for its end.
    struct Content: Codable {
        let secrets: SignInAttempt
        /// The address to open after the sign-in.
        let next: String
        /// The address to which the provider sends the browser back.
        let address: String
        /// The cookie of the browser's sign-in, which the new one replaces; `nil` if the browser is not signed in.
        ///
        /// The browser does not send it at the end, because it sends no strict cookie with a link of another site.
        let replaced: String?
        /// The time of the host at which the attempt ends, in seconds.
        let end: Int64
    }

    private let key = SymmetricKey(size: .bits256)
    private let cookie: HostCookie
    private let elapsed: @Sendable () -> Duration
    /// The states of finished attempts, each of which can be used only once.
    ///
    /// A cookie outlives its attempt only in the hands of somebody who has copied it.
    private let finished = Mutex(RecentValues<String>(limit: 10_000))

    init(isSecure: Bool, clock: any Clock<Duration>) {
        // The provider's page sends the browser back, so the cookie comes with links of other sites.
        cookie = HostCookie(prefix: "featurehost-sign-in", reach: .lax, isSecure: isSecure)
        elapsed = clock.stopwatch()
    }

    /// Begins an attempt.
    ///
    /// - Parameters:
    ///   - next: The address to open after the sign-in.
    ///   - address: The address to which the provider sends the browser back.
    ///   - replaced: The cookie of the browser's sign-in; `nil` if the browser is not signed in.
    ///   - request: The browser's request.
    /// - Returns: The attempt's secrets, and the cookie for the browser.
    func begin(
        next: String, returningTo address: String, replacing replaced: String?, _ request: Request
    ) throws -> (secrets: SignInAttempt, cookie: String) {
        let end = (elapsed() + Self.lifetime).components.seconds
        let content = Content(secrets: SignInAttempt(), next: next, address: address, replaced: replaced, end: end)
        guard let sealed = try AES.GCM.seal(JSONEncoder().encode(content), using: key).combined else {
            preconditionFailure("a nonce of the standard size is always combined")
        }
        let text = sealed.base64EncodedString().replacing("=", with: "")
        return (content.secrets, cookie.field(text, for: request, lifetime: Self.lifetime))
    }

    /// Finishes the attempt with which a browser came back.
    ///
    /// - Returns: The attempt; `nil` if the browser has begun none with this state, or a later one, or too long ago.
    func finish(_ state: String, _ request: Request) -> Content? {
        for text in cookie.values(in: request) where text.utf8.count < 4096 {
            let padded = text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
            guard let data = Data(base64Encoded: padded), let box = try? AES.GCM.SealedBox(combined: data),
                let plain = try? AES.GCM.open(box, using: key),
                let content = try? JSONDecoder().decode(Content.self, from: plain),
                content.secrets.state.utf8.elementsEqual(state.utf8), elapsed().components.seconds < content.end
            else { continue }
            let isFirst = finished.withLock { finished in
                guard !finished.knows(state) else { return false }
                finished.use(state)
                return true
            }
            if isFirst { return content }
        }
        return nil
    }

    /// Returns the cookie that deletes a browser's attempt.
    func end(_ request: Request) -> String { cookie.field("", for: request, lifetime: .zero) }
}
