import FeatureKit
import HTTPConnections
import HTTPTypes
import Hummingbird
import Logging
import OpenIDConnect
import Synchronization

/// The sign-ins at an OpenID provider, and the access tokens that it gives to programs.
final class ProviderSignIns: Sendable {
    /// The path to which the provider sends browsers back.
    static let returnPath = "/login/return"
    /// The maximum number of valid access tokens that are remembered.
    ///
    /// Beyond it, all are forgotten, and verified again when they come back.
    private static let tokenLimit = 1_000

    /// The maximum time for which an access token is accepted without a new look at it, in seconds.
    private static let longestValidity = 86_400.0

    /// The person of a valid access token, and the time of the host until which it is valid.
    private typealias Bearer = (person: Person, end: Duration)

    let provider: any IdentityProvider
    /// The name of the provider for people.
    let name: String
    private let attempts: SignInAttempts
    private let bearers = Mutex<[AccessTokens.Digest: Bearer]>([:])
    private let elapsed: @Sendable () -> Duration
    private let isSecure: Bool
    private let logger: Logger
    private let warnings: WarningPace<String>

    /// Creates the sign-ins of a host that has just started.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - name: The name of the provider for people.
    ///   - isSecure: Whether browsers send cookies over TLS only.
    ///   - clock: Measures lifetimes.
    ///   - logger: Logs failures.
    init(
        _ provider: any IdentityProvider, named name: String, isSecure: Bool, clock: any Clock<Duration>, logger: Logger
    ) {
        (self.provider, self.name, self.isSecure, self.logger) = (provider, name, isSecure, logger)
        attempts = SignInAttempts(isSecure: isSecure, clock: clock)
        elapsed = clock.stopwatch()
        warnings = WarningPace(clock: clock)
    }

    // MARK: - Browsers

    /// Sends a browser to the provider.
    ///
    /// - Parameters:
    ///   - next: The path to open after the sign-in.
    ///   - replaced: The cookie of the browser's sign-in; `nil` if the browser is not signed in.
    ///   - request: The browser's request.
    /// - Throws: ``Problem`` (503) if the provider cannot be reached.
    func begin(next: String, replacing replaced: String?, _ request: Request) async throws -> Response {
        let address = request.origin(isSecure: isSecure) + Self.returnPath
        let (secrets, cookie) = try attempts.begin(
            next: next, returningTo: address, replacing: replaced, request)
        do throws(ProviderError) {
            var response = Response.see(try await provider.authorization(secrets, returningTo: address))
            response.headers[.setCookie] = cookie
            return response
        } catch { throw problem(error) }
    }

    /// Finishes the attempt of a browser that comes back from the provider.
    ///
    /// - Returns: The provider's code for ``redeem(_:of:)``, and the attempt.
    /// - Throws: ``Problem``: 400 for a browser that did not begin this sign-in, and 403 if the provider has refused it.
    func finish(_ request: Request) throws(Problem) -> (code: String, attempt: SignInAttempts.Content) {
        let query = try request.readQuery().texts
        guard let state = query["state"], let attempt = attempts.finish(state, request) else {
            throw Problem(
                .badRequest,
                "this browser did not begin this sign-in, or more than ten minutes ago; sign in again at /login")
        }
        // An error's own text is never shown, because anybody can write it into the address.
        guard let code = query["code"], query["error"] == nil else { throw problem(.refused("access_denied")) }
        return (code, attempt)
    }

    /// Asks the provider for the person of a code.
    ///
    /// - Throws: ``Problem``: 403 if the provider refuses the code, and 503 if it cannot be reached.
    func redeem(_ code: String, of attempt: SignInAttempts.Content) async throws(Problem) -> Grant {
        do throws(ProviderError) {
            return try await provider.signIn(with: code, attempt.secrets, returnedTo: attempt.address)
        } catch { throw problem(error) }
    }

    /// Returns the cookie that deletes a browser's attempt.
    func endAttempt(_ request: Request) -> String { attempts.end(request) }

    private func problem(_ error: ProviderError) -> Problem {
        switch error {
        case .away(let reason):
            log("The sign-in provider is away", reason)
            return Problem(
                .serviceUnavailable,
                "the sign-in provider cannot be used now: \(reason); people who are signed in stay so; try again later",
                headers: [.retryAfter: "10"])
        case .refused(let code):
            log("The sign-in provider refused a sign-in", code)
            return Problem(.forbidden, "the sign-in provider refused the sign-in (\(code)); sign in again at /login")
        case .invalid(let reason):
            log("The sign-in provider sent an invalid ID token", reason)
            return Problem(
                .forbidden,
                "the provider's ID token is not valid: \(reason); nobody is signed in; tell your administrator")
        case .expired:
            log("The sign-in provider sent an invalid ID token", "it has expired; compare the clocks")
            return Problem(
                .forbidden,
                "the provider's ID token has expired; nobody is signed in; the clocks of the provider and of this host "
                    + "probably differ")
        }
    }

    /// Logs a failure, at most once a minute for each reason, because strangers can repeat most of them.
    func log(_ message: Logger.Message, _ reason: String) {
        guard let count = warnings.note(reason) else { return }
        logger.warning(message, metadata: ["reason": "\(reason)", "count": "\(count)"])
    }

    // MARK: - Programs

    /// Returns the person of an access token that ``learn(_:)`` has verified, and the time of the host until which the
    /// token is valid.
    func person(of token: AccessTokens.Digest) -> (person: Person, end: Duration)? {
        guard let bearer = bearers.withLock({ $0[token] }), elapsed() < bearer.end else { return nil }
        return bearer
    }

    /// Verifies an access token that is not known yet.
    ///
    /// An invalid token is no error: its request is then refused like one with a wrong token of the host.
    ///
    /// - Throws: ``Problem``: 401 for a token that has expired, which counts as no guess, and 503 if the provider's keys
    ///   are not known.
    func learn(_ token: Substring) async throws(Problem) {
        let digest = AccessTokens.digest(of: token)
        guard person(of: digest) == nil else { return }
        do throws(ProviderError) {
            let (person, validity) = try await provider.verify(accessToken: String(token))
            let end = elapsed() + .seconds(min(validity, Self.longestValidity))
            bearers.withLock { bearers in
                if bearers.count >= Self.tokenLimit { bearers = [:] }
                bearers[digest] = (person, end)
            }
        } catch {
            switch error {
            case .expired: throw Access.refusal("the access token has expired", error: ", error=\"invalid_token\"")
            case .away: throw problem(error)
            case .refused, .invalid: return
            }
        }
    }
}

extension Request {
    /// The token in the header field `Authorization: Bearer`; `nil` if there is none (RFC 6750, 2.1).
    var bearerToken: Substring? {
        guard let field = headers[.authorization] else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1].trimmingWhitespace
    }
}
