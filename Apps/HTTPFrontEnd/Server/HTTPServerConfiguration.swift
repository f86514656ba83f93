import ArgumentParser
public import FeatureKit
public import FeatureStorage
import HTTPConnections
public import Logging

/// The configuration of an ``HTTPServer``: its address, its clients and its limits.
public struct HTTPServerConfiguration: Sendable {
    /// The address to listen on.
    ///
    /// An address that other machines can reach requires a ``token``, a ``personHeader`` or ``isOpenToEverybody``.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 selects a free port.
    public var port = 8080
    /// The additional host names with which requests may address this host, on any port.
    ///
    /// The names localhost, 127.0.0.1, [::1] and ``host`` are always allowed.
    public var allowedHosts: [String] = []
    /// The only secret token that clients may present, at least 16 bytes; its person is `token` and has every role.
    ///
    /// Without a token and without a ``tokenFile``, every client is accepted.
    public var token: String?
    /// The path of a file with the tokens that clients may present; it replaces ``token``.
    ///
    /// Each line has the name of a person, the token and optional roles, such as `kim 6fd0… keeper,helper`, or `*` for
    /// every role. A file with one token alone is like ``token``. The server reads the file when it creates itself, and
    /// again within a second after a change. It logs a warning if other people of the machine can read or change the file.
    public var tokenFile: String?
    /// The OpenID provider that signs people in, beside the tokens; `nil` for none.
    public var provider: SignInProvider?
    /// The addresses of reverse proxies whose `X-Forwarded-For` tells the client's address, in CIDR notation, such as
    /// `10.0.0.0/8`, `2001:db8::/32` or `127.0.0.1`.
    ///
    /// All limits per address then apply to the first address from the right that is none of these. The field of any
    /// other client is ignored.
    public var trustedProxies: [String] = []
    /// The header field in which a trusted proxy names the person of a request; `nil` if no proxy names persons.
    ///
    /// It requires ``trustedProxies`` and a ``proxySecretFile``. The host then answers nobody without it, except for
    /// clients with a token.
    public var personHeader: String?
    /// The header field in which a trusted proxy lists the roles of the person, such as `keeper,helper`.
    public var rolesHeader: String?
    /// The path of the file with the secret by which a trusted proxy proves itself, at least 16 bytes.
    ///
    /// The proxy sends the secret in the header field `X-Proxy-Secret`. The server reads the file like the ``tokenFile``.
    public var proxySecretFile: String?
    /// Whether the host may listen without a token on an address that other machines can reach.
    public var isOpenToEverybody = false
    /// The certificate and the key for TLS and HTTP/2; `nil` for plain HTTP/1.1.
    public var tls: TLSFiles?
    /// The maximum number of open connections.
    ///
    /// The default is 2,000 more than the limit of event streams, but at most the number that the process can open.
    public var openConnectionLimit: Int?
    /// The maximum number of open connections per client address.
    ///
    /// The default is 500 more than the address's limit of event streams, but at most three quarters of all
    /// connections.
    public var addressConnectionLimit: Int?
    /// The maximum number of running sessions.
    public var sessionLimit = 1_000
    /// The maximum number of running sessions per client address; by default, three quarters of ``sessionLimit``.
    public var addressSessionLimit: Int?
    /// The maximum number of rows that a session holds of a list that is loaded page by page.
    ///
    /// Lists that a view draws whole have no limit.
    public var rowLimit = 2_000
    /// The maximum number of waiting or running calls of actions, including calls of disconnected clients.
    public var callLimit = 1_000
    /// The maximum number of waiting or running calls per client address; by default, three quarters of ``callLimit``.
    public var addressCallLimit: Int?
    /// The memory limit for all request bodies together, in bytes; by default, 64 MiB.
    ///
    /// A body counts from its arrival until the answer. Each client address may use three quarters of the memory.
    /// Unread answers have a second limit of the same size.
    public var bodyMemory = 64 << 20
    /// The maximum number of open event streams.
    public var streamLimit = 10_000
    /// The maximum number of open event streams per session.
    public var sessionStreamLimit = 1_000
    /// The maximum number of open event streams per client address.
    public var addressStreamLimit = 1_000
    /// The time after which a session ends if it has no viewer and gets no request.
    public var sessionLifetime = Duration.seconds(900)
    /// The maximum time that a request waits for a feature to settle, or for an action to end.
    public var answerLimit = Duration.seconds(10)
    /// The time limit for three things: the arrival of a request, an idle connection, and a client that reads nothing
    /// of an answer.
    public var connectionLimit = Duration.seconds(30)
    /// The time after which a silent event stream sends a comment.
    public var heartbeat = Duration.seconds(15)
    /// The time after which an event stream ends if a trusted proxy has named its person.
    ///
    /// The client opens the stream again, and the proxy names the person and the present roles.
    public var proxyStreamLimit = Duration.seconds(600)
    /// The time limit for running requests to finish after a shutdown begins.
    ///
    /// Requests that are still running at this time are cancelled.
    public var drainLimit = Duration.seconds(3)
    /// The delay of each answer and of each stream event, to simulate a slow connection; `nil` for no delay.
    ///
    /// A delay requires a ``host`` that other machines cannot reach.
    public var simulatedDelay: Duration?
    /// Checks whether the store is usable, for `/readyz`; throws an error if it is unusable.
    ///
    /// Does nothing by default.
    public var checkStore: @Sendable () async throws -> Void = {}
    /// Counts the stored records of a feature, for the catalogue; returns `nil` if the feature keeps none, or if they
    /// cannot be counted.
    ///
    /// Always returns `nil` by default.
    public var countRecords: @Sendable (any Feature) async -> Int? = { _ in nil }
    /// Returns entries of the history of a feature's stored records; `nil` if the feature keeps none.
    ///
    /// Always returns `nil` by default.
    public var readHistory:
        @Sendable (_ feature: any Feature, _ options: Options, _ selection: HistorySelection, _ limit: Int) async throws
            -> [HistoryEntry]? = { _, _, _, _ in nil }
    /// The least severe log level whose messages are logged.
    public var logLevel = Logger.Level.notice

    /// Creates the default configuration.
    public init() {}

    /// Throws an error for a configuration that is not safe to serve.
    ///
    /// - Parameter name: The host's name, the prefix of its environment variables.
    /// - Throws: `ValidationError`, as for any wrong argument of a command.
    func validate(of name: String) throws {
        if let token, let refusal = AccessTokens.refusal(of: token) { throw ValidationError(refusal) }
        try validatePersons()
        try provider?.validate()
        guard HTTPServerConfiguration.isLoopback(host) || hasSignIn || isOpenToEverybody else {
            throw ValidationError(
                "the host '\(host)' can be reached by other machines; give --token-file PATH or set "
                    + "\(environmentVariable(Settings.token.name, of: name)) to require a token, use --host 127.0.0.1 to "
                    + "serve this machine only, or let every client in with --insecure-no-token")
        }
        for text in trustedProxies where NetworkBlock(text) == nil {
            throw ValidationError("--\(Settings.trustedProxies.name): \(Settings.networkRefused(text))")
        }
        guard simulatedDelay == nil || HTTPServerConfiguration.isLoopback(host) else {
            throw ValidationError("--simulate needs a loopback address such as --host 127.0.0.1, got '\(host)'")
        }
    }

    /// Whether the host requires that clients sign in.
    private var hasSignIn: Bool { token != nil || tokenFile != nil || provider != nil || personHeader != nil }

    /// Returns the tokens that clients may present, and the file with them; `nil` for a host without sign-ins.
    ///
    /// - Throws: `FeatureError` with the code `unreadableFile`, or `ValidationError` for malformed tokens.
    func tokens() throws -> (AccessTokens, TokenFile?)? {
        if let tokenFile {
            let (file, tokens) = try TokenFile.read(tokenFile)
            return (tokens, file)
        }
        if let token { return (AccessTokens(token), nil) }
        return provider == nil ? nil : (AccessTokens(), nil)
    }

    /// Returns whether an address belongs to this machine: `localhost`, `::1` or one of 127.0.0.0/8 (RFC 1122,
    /// 3.2.1.3).
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } && UInt8($0) != nil }
    }
}
