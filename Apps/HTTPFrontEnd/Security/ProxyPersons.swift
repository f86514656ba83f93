import ArgumentParser
import FeatureKit
import HTTPConnections
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// Finds the persons that a reverse proxy names in the header fields of its requests.
///
/// The fields count only in a request from a trusted proxy that proves itself by a secret, so that no client can name
/// itself.
final class ProxyPersons: Sendable {
    /// The header fields that name a person and list the person's roles.
    struct Fields: Sendable {
        let person: HTTPField.Name
        let roles: HTTPField.Name?
    }

    private let fields: Fields
    private let secret: Mutex<AccessTokens.Digest>
    private let file: SecretsFile<AccessTokens.Digest>
    private let clock: any Clock<Duration>
    private let logger: Logger
    private let warnings: WarningPace<String>

    /// Creates the value, and reads the secret.
    ///
    /// - Parameters:
    ///   - fields: The header fields.
    ///   - path: The path of the file with the secret, which is read again when it changes.
    ///   - clock: Measures times between looks at the file, and between warnings.
    ///   - logger: Logs wrong secrets without their values, and failures to read the file.
    /// - Throws: `FeatureError` with the code `unreadableFile`, or `ValidationError` for a malformed secret.
    init(_ fields: Fields, provenBy path: String, clock: any Clock<Duration>, logger: Logger) throws {
        let (file, secret) = try SecretsFile.read(path, option: Settings.proxySecretFile.name, by: Self.secret)
        (self.fields, self.file, self.clock, self.logger) = (fields, file, clock, logger)
        self.secret = Mutex(secret)
        warnings = WarningPace(clock: clock)
    }

    /// Parses the content of the file of the secret.
    ///
    /// - Throws: `ValidationError`, which quotes nothing of the file.
    @Sendable private static func secret(in content: String, of file: String) throws -> AccessTokens.Digest {
        let words = content.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let secret = words.first else {
            throw ValidationError("\(file): expected one secret alone, got \(words.count)")
        }
        guard secret.utf8.count >= AccessTokens.lengthLimit else {
            throw ValidationError(
                "\(file): the secret is shorter than \(AccessTokens.lengthLimit) bytes and could be guessed; make one "
                    + "with 'openssl rand -hex 16'")
        }
        return AccessTokens.digest(of: secret)
    }

    /// Reads the file of the secret again whenever it has changed, until the task is cancelled.
    func watchFile() async throws {
        try await file.watch(
            as: "file of the proxy's secret", kept: "the earlier secret stays valid", clock: clock, logger: logger
        ) { new in secret.withLock { $0 = new } }
    }

    // MARK: - Requests

    /// Returns whether a request has one of the header fields of a proxy that names persons.
    func isNamed(in request: Request) -> Bool {
        request.headers.contains { $0.name == .proxySecret || $0.name == fields.person || $0.name == fields.roles }
    }

    /// Returns the person that the proxy names in a request.
    ///
    /// - Throws: ``Problem`` (401) for any other request. The message tells what is missing, and nothing of the secret.
    func person(of request: Request, _ context: HostContext) throws(Problem) -> Person {
        let secrets = request.headers[values: .proxySecret]
        guard context.isFromProxy else {
            let detail = "this host takes requests from its reverse proxy, and this one is not from a --trusted-proxy"
            throw refusal(detail, isGuess: !secrets.isEmpty, context)
        }
        guard secrets.count == 1 else {
            throw refusal(expected("X-Proxy-Secret", secrets), isGuess: !secrets.isEmpty, context)
        }
        // Digests are compared in constant time.
        guard AccessTokens.digest(of: secrets[0]) == secret.withLock(\.self) else {
            throw refusal("X-Proxy-Secret is wrong", isGuess: true, context)
        }
        let names = request.headers[values: fields.person]
        guard names.count == 1 else { throw refusal(expected(fields.person.rawName, names), context) }
        // Different bytes that are no UTF-8 have become the same character.
        guard Person.isName(names[0]), !names[0].unicodeScalars.contains("\u{FFFD}") else {
            throw refusal("\(fields.person): the name must have 1 to 200 bytes and no control characters", context)
        }
        return Person(id: names[0], roles: .some(try roles(of: request, context)))
    }

    private func roles(of request: Request, _ context: HostContext) throws(Problem) -> Set<String> {
        guard let field = fields.roles else { return [] }
        let lists = request.headers[values: field]
        guard lists.count <= 1 else { throw refusal("expected \(field) at most once, got \(lists.count)", context) }
        guard let list = lists.first, !list.isEmpty else { return [] }
        let words = list.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingWhitespace)
        guard let roles = AccessTokens.roles(words) else {
            throw refusal(
                "\(field): expected roles like keeper,helper of lower-case letters, digits and '-'", context)
        }
        return roles
    }

    private func expected(_ name: String, _ values: [String]) -> String {
        "expected the header \(name) of the reverse proxy exactly once, got \(values.count)"
    }

    /// Makes the problem of a request in which no person is named.
    ///
    /// - Parameter isGuess: Whether the request has a secret that may be wrong, which is logged.
    private func refusal(_ detail: String, isGuess: Bool = false, _ context: HostContext) -> Problem {
        if isGuess, let times = warnings.note(detail) {
            context.logger.warning(
                "A request with a proxy's secret was refused",
                metadata: ["reason": "\(detail)", "address": "\(context.address)", "times": "\(times)"])
        }
        return Problem(.unauthorized, detail, headers: [.wwwAuthenticate: Problem.proxyChallenge])
    }
}

extension Problem {
    /// The challenge (RFC 9110, 11.6.1) of a host on which a reverse proxy signs people in.
    ///
    /// The scheme is no registered one, so browsers show the page of the problem.
    fileprivate static let proxyChallenge = "Trusted-Proxy realm=\"featurehost\""

    /// Whether the problem is that a reverse proxy names no person.
    var isOfProxy: Bool { headers[.wwwAuthenticate] == Problem.proxyChallenge }
}
