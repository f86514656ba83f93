import FeatureKit
import HTTPTypes
import Hummingbird
import Logging

/// Accepts clients that present the host's token: a client sends a bearer token, or a browser sends a login cookie.
struct Access: Sendable {
    let token: AccessToken
    let logins: Logins
    let guesses: Guesses

    /// The person who presents the host's only token.
    private static let tokenHolder = Person(id: "token", roles: .all)

    /// Returns the person who sends a request with a valid token or a valid login cookie.
    ///
    /// - Throws: ``Problem`` (401, or 429 if the client's address has guessed too often).
    func check(_ request: Request, _ context: HostContext) throws(Problem) -> Person {
        if let field = request.headers[.authorization] {
            let parts = field.split(separator: " ", maxSplits: 1)
            let isBearer = parts.count == 2 && parts[0].lowercased() == "bearer"
            guard isBearer, try accepts(parts[1].trimmingWhitespace, context) else {
                throw refusal("the token is wrong", error: ", error=\"invalid_token\"")
            }
            return Access.tokenHolder
        }
        guard logins.isKnown(request) else { throw missing }
        return Access.tokenHolder
    }

    /// Returns whether a presented token is the host's token, and logs it if it is not.
    ///
    /// - Throws: ``Problem`` (429) if the client's address has guessed too often.
    func accepts(_ given: some StringProtocol, _ context: HostContext) throws(Problem) -> Bool {
        switch guesses.note(isRight: token.matches(given), from: context.address) {
        case .accepted: return true
        case .wrong:
            context.logger.warning("A client presented a wrong access token", metadata: metadata(context))
            return false
        case .refused(let pause, let isFirst):
            context.logger.log(
                level: isFirst ? .warning : .info, "A client presented too many wrong access tokens and was refused",
                metadata: metadata(context))
            let seconds = pause.components.seconds + (pause.components.attoseconds > 0 ? 1 : 0)
            throw Problem(
                .tooManyRequests,
                "your address presented \(Guesses.limit) wrong tokens within a minute; try again in \(seconds) s",
                headers: [.retryAfter: "\(seconds)"])
        }
    }

    /// Ends a stream when the browser that opened it signs out.
    ///
    /// A stream that a bearer token opened goes on.
    ///
    /// - Throws: ``Problem`` (401) if the browser has signed out already.
    func endStreamAtSignOut(_ request: Request, _ context: HostContext) throws(Problem) {
        guard request.headers[.authorization] == nil else { return }
        guard logins.endAtSignOut(context.channel, of: request) else { throw missing }
    }

    private func metadata(_ context: HostContext) -> Logger.Metadata { ["address": "\(context.address)"] }

    private var missing: Problem {
        refusal("this host needs a token: send it as Authorization: Bearer, or sign in at /login")
    }

    private func refusal(_ detail: String, error: String = "") -> Problem {
        Problem(.unauthorized, detail, headers: [.wwwAuthenticate: "Bearer realm=\"featurehost\"\(error)"])
    }
}

/// The secret token that clients present.
struct AccessToken: Sendable {
    /// The minimum length in bytes.
    ///
    /// A shorter token could be guessed.
    static let lengthLimit = 16

    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// Returns whether a text is the token.
    ///
    /// The duration of the comparison depends only on the text's length, so the duration reveals nothing about the
    /// token.
    func matches(_ given: some StringProtocol) -> Bool {
        var difference: UInt8 = given.utf8.count == bytes.count ? 0 : 1
        for (index, byte) in given.utf8.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
        return difference == 0
    }
}
