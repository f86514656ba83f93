import ArgumentParser
import FeatureKit
public import Logging

/// The configuration of an ``HTTPServer``: its address, its clients and its limits.
public struct HTTPServerConfiguration: Sendable {
    /// The address to listen on.
    ///
    /// One that other machines can reach needs a ``token`` or ``isOpenToEverybody``.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 for a free one.
    public var port = 8080
    /// Names by which requests may address this host, on any port, besides localhost, 127.0.0.1, [::1] and ``host``.
    public var allowedHosts: [String] = []
    /// The secret that clients must present, at least 16 bytes.
    ///
    /// Without one every client is let in.
    public var token: String?
    /// Whether a host without a token may listen on an address that other machines can reach.
    public var isOpenToEverybody = false
    /// The certificate and the key for TLS and HTTP/2; `nil` for plain HTTP/1.1.
    public var tls: TLSFiles?
    /// How many connections may be open at once; by default 2,000 more than streams, and never more than the process
    /// can open.
    public var openConnectionLimit: Int?
    /// How many connections from one address may be open at once; by default 500 more than streams, and at most three
    /// quarters of all.
    public var addressConnectionLimit: Int?
    /// How many sessions may run at once.
    public var sessionLimit = 1_000
    /// How many sessions of one address may run at once; by default three quarters of all.
    public var addressSessionLimit: Int?
    /// How many calls of actions may wait or run at once, including those of disconnected clients.
    public var callLimit = 1_000
    /// How many calls from one address may wait or run at once; by default three quarters of all.
    public var addressCallLimit: Int?
    /// How many bytes request bodies may take in all, from arrival until the answer; unread answers may take as many
    /// again.
    ///
    /// 64 MiB by default. One address may use three quarters.
    public var bodyMemory = 64 << 20
    /// How many event streams may be open at once.
    public var streamLimit = 10_000
    /// How many event streams of one session may be open at once.
    public var sessionStreamLimit = 1_000
    /// How many event streams from one address may be open at once.
    public var addressStreamLimit = 1_000
    /// How long a session runs without a viewer or a request.
    public var sessionLifetime = Duration.seconds(900)
    /// How long a request waits for a feature to settle or an action to end.
    public var answerLimit = Duration.seconds(10)
    /// How long a request may take to arrive completely, how long an idle connection stays open, and how long a client
    /// may read nothing of an answer.
    public var connectionLimit = Duration.seconds(30)
    /// How long an event stream may be silent before it sends a comment.
    public var heartbeat = Duration.seconds(15)
    /// How long requests under way may take after a shutdown begins, before they are cancelled.
    public var drainLimit = Duration.seconds(3)
    /// How much later each answer and each event of a stream goes out, to see a slow connection; `nil` for no delay.
    ///
    /// Only for a ``host`` that other machines cannot reach.
    public var simulatedDelay: Duration?
    /// Checks whether the store is usable, for `/readyz`; throws if not.
    ///
    /// Does nothing by default.
    public var checkStore: @Sendable () async throws -> Void = {}
    /// The least severe level that is logged.
    public var logLevel = Logger.Level.notice

    /// Creates the default configuration.
    public init() {}

    /// Refuses a configuration that must not be served.
    ///
    /// - Parameter name: The host's name, with which its environment variables begin.
    /// - Throws: `ValidationError`, as for any wrong argument of a command.
    func validate(of name: String) throws {
        if let token, token.utf8.count < AccessToken.lengthLimit {
            throw ValidationError(
                "the access token is shorter than \(AccessToken.lengthLimit) bytes and could be guessed; make one with "
                    + "'openssl rand -hex 16'")
        }
        guard HTTPServerConfiguration.isLoopback(host) || token != nil || isOpenToEverybody else {
            throw ValidationError(
                "the host '\(host)' can be reached by other machines; give --token-file PATH or set "
                    + "\(environmentVariable(Settings.token.name, of: name)) to require a token, use --host 127.0.0.1 to "
                    + "serve this machine only, or let every client in with --insecure-no-token")
        }
        guard simulatedDelay == nil || HTTPServerConfiguration.isLoopback(host) else {
            throw ValidationError("--simulate needs a loopback address such as --host 127.0.0.1, got '\(host)'")
        }
    }

    /// Whether an address belongs to this machine: `localhost`, `::1` or one of 127.0.0.0/8 (RFC 1122, 3.2.1.3).
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } && UInt8($0) != nil }
    }
}
