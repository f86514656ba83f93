import ArgumentParser
import FeatureKit
import HTTPTypes
import Hummingbird
import Logging
import OpenIDConnect
import Synchronization

/// Accepts clients that present a token of the host or of an OpenID provider: a client sends a bearer token, or a browser
/// sends a login cookie.
///
/// What a token allowed ends when the token is gone: sign-ins with it, and all streams. When only the name or the roles of
/// its person change, the next request has them, and the streams end, so that they begin again with the new rights. The
/// same holds for what the provider tells at each renewal.
final class Access: Sendable {
    /// The way by which the host knows a client.
    private enum Caller: Hashable {
        /// A token of the host.
        case token(AccessTokens.Digest)
        /// A provider's access token, and the time of the host until which it is valid.
        case accessToken(AccessTokens.Digest, end: Duration)
        /// The sign-in of a browser.
        case signIn(AccessTokens.Digest)
    }

    private let tokens: Mutex<AccessTokens>
    private let file: TokenFile?
    let logins: Logins
    private let guesses: Guesses
    /// The returns of browsers from the provider that have not succeeded.
    private let returns: Guesses
    private let streams = OpenStreams<Caller>()
    let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    let logger: Logger
    /// The sign-ins at a provider; `nil` without a provider.
    let provider: ProviderSignIns?

    /// Creates the access to a host.
    ///
    /// - Parameters:
    ///   - tokens: The tokens.
    ///   - file: The file to read the tokens from when it changes; `nil` for tokens that never change.
    ///   - provider: The sign-ins at a provider; `nil` without a provider.
    ///   - isSecure: Whether browsers send login cookies over TLS only.
    ///   - clock: Measures lifetimes, and times between looks at the file.
    ///   - logger: Logs failures to read the file.
    init(
        _ tokens: AccessTokens, from file: TokenFile?, provider: ProviderSignIns?, isSecure: Bool,
        clock: any Clock<Duration>, logger: Logger
    ) {
        self.tokens = Mutex(tokens)
        self.file = file
        (self.provider, self.clock, self.logger, elapsed) = (provider, clock, logger, clock.stopwatch())
        logins = Logins(isSecure: isSecure, clock: clock)
        (guesses, returns) = (Guesses(clock: clock), Guesses(clock: clock))
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
        if request.headers[.authorization] != nil {
            guard let text = request.bearerToken else { throw Self.wrong }
            let digest = AccessTokens.digest(of: text)
            if let bearer = provider?.person(of: digest) {
                return (.accessToken(digest, end: bearer.end), bearer.person)
            }
            guard let token = try token(presented: text, context), let person = person(of: token) else {
                throw Self.wrong
            }
            return (.token(token), person)
        }
        guard let signIn = logins.signIn(of: request), let person = person(of: signIn.proof) else { throw missing }
        return (.signIn(signIn.id), person)
    }

    private func person(of token: AccessTokens.Digest) -> Person? { tokens.withLock { $0.person(of: token) } }

    private func person(of proof: Logins.Proof) -> Person? {
        switch proof {
        case .token(let token): person(of: token)
        case .grant(let grant): grant.person
        }
    }

    /// Returns the present person of a client; `nil` if its access has ended.
    private func person(of caller: Caller) -> Person? {
        switch caller {
        case .token(let token): person(of: token)
        case .accessToken(let token, _): provider?.person(of: token)?.person
        case .signIn(let id): logins.proof(of: id).flatMap(person)
        }
    }

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
            throw Self.tooMany(pause, "your address presented \(Guesses.limit) wrong tokens within a minute")
        }
    }

    private static func tooMany(_ pause: Duration, _ reason: String) -> Problem {
        let seconds = pause.components.seconds + (pause.components.attoseconds > 0 ? 1 : 0)
        return Problem(
            .tooManyRequests,
            "\(reason); try again in \(seconds) s", headers: [.retryAfter: "\(seconds)"])
    }

    /// Verifies the provider's access token of a request, if the request has one that is not known yet.
    ///
    /// - Throws: ``Problem``, as ``ProviderSignIns/learn(_:)``.
    func learn(_ request: Request) async throws(Problem) {
        guard let provider, let text = request.bearerToken, text.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2,
            // A token of the host does not depend on the provider.
            tokens.withLock(\.self).token(presented: text) == nil
        else { return }
        try await provider.learn(text)
    }

    // MARK: - Sign-ins

    /// Whether people may sign in by a token of the host.
    var hasTokens: Bool { tokens.withLock { !$0.isEmpty } }

    /// Signs a browser in.
    ///
    /// - Returns: The cookie for the browser; `nil` for a wrong token.
    /// - Throws: ``Problem`` (429) if the client's address has guessed too often.
    func signIn(with text: String, _ request: Request, _ context: HostContext) throws(Problem) -> String? {
        guard let token = try token(presented: text, context), let person = person(of: token) else { return nil }
        logSignIn(of: person, context)
        return begin(.token(token), request)
    }

    /// Signs a browser in that comes back from the provider.
    ///
    /// - Returns: The path to open, and the cookies for the browser.
    /// - Throws: ``Problem``, also 429 if the client's address has come back with too many wrong codes.
    func signIn(
        at provider: ProviderSignIns, _ request: Request, _ context: HostContext
    ) async throws(Problem) -> (next: String, cookies: [String]) {
        let (code, attempt) = try provider.finish(request)
        // Each code counts before the provider is asked, so that many at once do not pass, and a good one is taken back.
        if case .refused(let pause, _) = returns.note(nil, from: context.address) {
            throw Self.tooMany(pause, "your address came back from the sign-in provider too often without success")
        }
        let grant = try await provider.redeem(code, of: attempt)
        returns.takeBack(context.address)
        logSignIn(of: grant.person, context)
        let cookies = [begin(.grant(grant), request, replacing: attempt.replaced), provider.endAttempt(request)]
        return (attempt.next, cookies)
    }

    private func logSignIn(of person: Person, _ context: HostContext) {
        var metadata = metadata(context)
        metadata["person"] = "\(person.nameInLog)"
        context.logger.info("A person signed in", metadata: metadata)
    }

    /// Returns the answer that sends a browser to the provider.
    ///
    /// - Throws: ``Problem`` (503) if the provider cannot be reached.
    func begin(at provider: ProviderSignIns, next: String, _ request: Request) async throws -> Response {
        try await provider.begin(next: next, replacing: logins.cookie(of: request), request)
    }

    /// Begins a sign-in, which replaces the browser's earlier one.
    private func begin(_ proof: Logins.Proof, _ request: Request, replacing replaced: String? = nil) -> String {
        // Many people may share a token without a name.
        let isShared = if case .token = proof { tokens.withLock(\.isBare) } else { false }
        let (cookie, ended) = logins.begin(
            request, with: proof, replacing: replaced, atMost: isShared ? Logins.limit : Logins.personLimit)
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

    /// Ends expired sign-ins, and the streams of expired access tokens, at regular intervals until the task is cancelled.
    func expire() async throws {
        while true {
            try await clock.sleep(for: Logins.interval)
            endStreams(ofSignIns: logins.endExpired())
            let now = elapsed()
            streams.end { if case .accessToken(_, let end) = $0 { end <= now } else { false } }
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
        guard person(of: caller) == context.person else {
            throw .noRoom("your rights have just changed; try again", after: 1)
        }
    }

    func endStreams(ofSignIns ended: Set<AccessTokens.Digest>) {
        guard !ended.isEmpty else { return }
        streams.end { if case .signIn(let id) = $0 { ended.contains(id) } else { false } }
    }

    // MARK: - Changes

    /// Reads the token file again whenever it has changed, until the task is cancelled.
    func watchFile() async throws {
        try await file?.watch(
            as: "token file", kept: "the earlier tokens stay valid", clock: clock, logger: logger, use: use)
    }

    /// Replaces the tokens, and ends what the removed and changed ones allowed.
    ///
    /// - Throws: `ValidationError` for a token without a name in the place of tokens with names: it may be the first word of
    ///   a file that is still written, and would get every role.
    private func use(_ new: AccessTokens) throws {
        let old = try tokens.withLock { tokens in
            guard !new.isBare || tokens.isBare else {
                throw ValidationError("a token without a name replaces tokens with names; restart the host for it")
            }
            defer { tokens = new }
            return tokens
        }
        let changed = logins.ids { old.person(of: $0) != new.person(of: $0) }
        logins.end(logins.ids { new.person(of: $0) == nil })
        endStreams(ofSignIns: changed)
        streams.end { if case .token(let token) = $0 { old.person(of: token) != new.person(of: token) } else { false } }
    }

    private func metadata(_ context: HostContext) -> Logger.Metadata { ["address": "\(context.address)"] }

    private var missing: Problem {
        Self.refusal("this host needs a token: send it as Authorization: Bearer, or sign in at /login")
    }

    private static var wrong: Problem { refusal("the token is wrong", error: ", error=\"invalid_token\"") }

    static func refusal(_ detail: String, error: String = "") -> Problem {
        Problem(.unauthorized, detail, headers: [.wwwAuthenticate: "Bearer realm=\"featurehost\"\(error)"])
    }
}
