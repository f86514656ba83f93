import FeatureKit
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// Accepts clients that present a token of the host: a client sends a bearer token, or a browser sends a login cookie.
///
/// What a token allowed ends when the token is gone: sign-ins with it, and all streams. When only the name or the roles of
/// its person change, the next request has them, and the streams end, so that they begin again with the new rights.
final class Access: Sendable {
    /// A client that has presented a token.
    private struct Caller: Hashable {
        let token: AccessTokens.Digest
        /// The sign-in by which a browser has presented the token.
        var signIn: AccessTokens.Digest?
    }

    /// The interval at which the token file is looked at.
    private static let interval = Duration.seconds(1)

    private let tokens: Mutex<AccessTokens>
    private let file: Mutex<TokenFile?>
    private let logins: Logins
    private let guesses: Guesses
    private let streams = OpenStreams<Caller>()
    private let clock: any Clock<Duration>
    private let logger: Logger

    /// Creates the access to a host.
    ///
    /// - Parameters:
    ///   - tokens: The tokens.
    ///   - file: The file to read the tokens from when it changes; `nil` for tokens that never change.
    ///   - isSecure: Whether browsers send login cookies over TLS only.
    ///   - clock: Measures lifetimes, and times between looks at the file.
    ///   - logger: Logs failures to read the file.
    init(_ tokens: AccessTokens, from file: TokenFile?, isSecure: Bool, clock: any Clock<Duration>, logger: Logger) {
        self.tokens = Mutex(tokens)
        self.file = Mutex(file)
        (self.clock, self.logger) = (clock, logger)
        logins = Logins(isSecure: isSecure, clock: clock)
        guesses = Guesses(clock: clock)
    }

    /// Returns the person who sends a request with a valid token or a valid login cookie.
    ///
    /// - Throws: ``Problem`` (401, or 429 if the client's address has guessed too often).
    func check(_ request: Request, _ context: HostContext) throws(Problem) -> Person {
        try identify(request, context).person
    }

    private func identify(
        _ request: Request, _ context: HostContext
    ) throws(Problem) -> (caller: Caller, person: Person) {
        if let field = request.headers[.authorization] {
            let parts = field.split(separator: " ", maxSplits: 1)
            let isBearer = parts.count == 2 && parts[0].lowercased() == "bearer"
            guard isBearer, let token = try token(presented: parts[1].trimmingWhitespace, context),
                let person = person(of: token)
            else { throw refusal("the token is wrong", error: ", error=\"invalid_token\"") }
            return (Caller(token: token), person)
        }
        guard let signIn = logins.signIn(of: request), let person = person(of: signIn.token) else { throw missing }
        return (Caller(token: signIn.token, signIn: signIn.id), person)
    }

    private func person(of token: AccessTokens.Digest) -> Person? { tokens.withLock { $0.person(of: token) } }

    /// Returns the token that a client has presented; `nil` for a wrong token, which is logged.
    ///
    /// - Throws: ``Problem`` (429) if the client's address has guessed too often.
    private func token(
        presented text: some StringProtocol, _ context: HostContext
    ) throws(Problem) -> AccessTokens.Digest? {
        // All tokens are compared outside the lock.
        let token = tokens.withLock(\.self).token(presented: text)
        switch guesses.note(token, from: context.address) {
        case .accepted: return token
        case .wrong:
            context.logger.warning("A client presented a wrong access token", metadata: metadata(context))
            return nil
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

    // MARK: - Sign-ins

    /// Signs a browser in.
    ///
    /// - Returns: The cookie for the browser; `nil` for a wrong token.
    /// - Throws: ``Problem`` (429) if the client's address has guessed too often.
    func signIn(with text: String, _ request: Request, _ context: HostContext) throws(Problem) -> String? {
        guard let token = try token(presented: text, context) else { return nil }
        let (cookie, ended) = logins.begin(request, with: token)
        endStreams(ofSignIns: ended)
        return cookie
    }

    /// Signs a browser out, and ends its streams.
    ///
    /// - Returns: A cookie that replaces the browser's cookie and expires at once.
    func signOut(_ request: Request) -> String {
        let (cookie, ended) = logins.end(request)
        endStreams(ofSignIns: ended)
        return cookie
    }

    /// Ends expired sign-ins at regular intervals until the task is cancelled.
    func expire() async throws {
        while true {
            try await clock.sleep(for: Logins.interval)
            endStreams(ofSignIns: logins.endExpired())
        }
    }

    // MARK: - Streams

    /// Ends a stream when the access of the client that opens it ends or changes.
    ///
    /// - Throws: ``Problem``: 401 if the access has ended already, and 503 if it has just changed.
    func endStreamWithAccess(_ request: Request, _ context: HostContext) throws(Problem) {
        let caller = try identify(request, context).caller
        streams.add(context.channel, of: caller)
        // A change before this line did not end the stream, and any later one does.
        guard caller.signIn.map(logins.isKnown) ?? true, person(of: caller.token) == context.person else {
            throw .noRoom("your rights have just changed; try again", after: 1)
        }
    }

    private func endStreams(ofSignIns ended: Set<AccessTokens.Digest>) {
        guard !ended.isEmpty else { return }
        streams.end { $0.signIn.map(ended.contains) ?? false }
    }

    // MARK: - Changes

    /// Reads the token file again whenever it has changed, until the task is cancelled.
    ///
    /// A file that cannot be read or is wrong leaves the tokens as they are.
    func watchFile() async throws {
        guard file.withLock({ $0 != nil }) else { return }
        while true {
            try await clock.sleep(for: Self.interval)
            switch file.withLock({ $0?.look() }) {
            case .read(let new, let wasBroken):
                use(new)
                if wasBroken { logger.notice("The token file can be read again") }
            case .failed(let reason):
                logger.error(
                    "The token file cannot be used; the earlier tokens stay valid", metadata: ["reason": "\(reason)"])
            case .unchanged, nil: break
            }
        }
    }

    /// Replaces the tokens, and ends what the removed and changed ones allowed.
    private func use(_ new: AccessTokens) {
        let old = tokens.withLock { tokens in
            defer { tokens = new }
            return tokens
        }
        logins.end { new.person(of: $0) == nil }
        streams.end { old.person(of: $0.token) != new.person(of: $0.token) }
    }

    private func metadata(_ context: HostContext) -> Logger.Metadata { ["address": "\(context.address)"] }

    private var missing: Problem {
        refusal("this host needs a token: send it as Authorization: Bearer, or sign in at /login")
    }

    private func refusal(_ detail: String, error: String = "") -> Problem {
        Problem(.unauthorized, detail, headers: [.wwwAuthenticate: "Bearer realm=\"featurehost\"\(error)"])
    }
}
