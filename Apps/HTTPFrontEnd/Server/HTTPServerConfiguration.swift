import ArgumentParser
import FeatureKit
public import Logging

/// How an ``HTTPServer`` runs: where it listens, whom it answers, how much it keeps.
public struct HTTPServerConfiguration: Sendable {
    /// The address to listen on; one that other machines can reach needs a ``token`` or ``isOpenToEverybody``.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 takes a free one.
    public var port = 8080
    /// Names that requests may call this host by, besides localhost, 127.0.0.1, [::1] and ``host``; on any port.
    public var allowedHosts: [String] = []
    /// What clients show to be let in, at least 16 bytes; without one everybody who reaches the host is.
    public var token: String?
    /// Whether everybody is let in without a token, though other machines can reach the address.
    public var isOpenToEverybody = false
    /// The certificate and the key for TLS, and HTTP/2 with it; without them the host speaks plain HTTP/1.1.
    public var tls: TLSFiles?
    /// How many connections may be open at once; by default 2,000 more than streams.
    ///
    /// Never more than the process can open.
    public var openConnectionLimit: Int?
    /// How many connections from one address may be open at once; by default 500 more than streams, at most three quarters
    /// of all.
    public var addressConnectionLimit: Int?
    /// How many sessions may run at once.
    public var sessionLimit = 1_000
    /// How many sessions of one address may run at once; by default three quarters of all.
    public var addressSessionLimit: Int?
    /// How many calls of actions may wait or run at once, also those whose clients have gone.
    public var callLimit = 1_000
    /// How many calls from one address may wait or run at once; by default three quarters of all.
    public var addressCallLimit: Int?
    /// How many bytes request bodies may take in all, from arrival until the answer; unread answers get as much again.
    ///
    /// 64 MiB by default. One address gets three quarters of it.
    public var bodyMemory = 64 << 20
    /// How many event streams may be open at once.
    public var streamLimit = 10_000
    /// How many event streams of one session may be open at once.
    public var sessionStreamLimit = 1_000
    /// How many event streams from one address may be open at once.
    public var addressStreamLimit = 1_000
    /// How long a session runs that nobody watches or uses.
    public var sessionLifetime = Duration.seconds(900)
    /// How long a request waits for a feature to settle or an action to end.
    public var answerLimit = Duration.seconds(10)
    /// How long a request may take to arrive whole, an idle connection stays open, and a client may take nothing of an
    /// answer.
    public var connectionLimit = Duration.seconds(30)
    /// How long an event stream says nothing before it says that it is alive.
    public var heartbeat = Duration.seconds(15)
    /// How long requests under way may take when the server is asked to stop, before they are cancelled.
    public var drainLimit = Duration.seconds(3)
    /// Asks whether the store can be used, for `/readyz`, and throws if not.
    ///
    /// By default there is no store to ask.
    public var checkStore: @Sendable () async throws -> Void = {}
    /// The least severe messages that are logged.
    public var logLevel = Logger.Level.notice

    /// Creates the defaults.
    public init() {}

    /// Checks what must not be served.
    ///
    /// - Parameter name: The host's name, as its environment variables begin.
    /// - Throws: `ValidationError`, with which a command ends as after any other wrong argument.
    func validate(of name: String) throws {
        if let token, token.utf8.count < AccessToken.lengthLimit {
            throw ValidationError(
                "the access token is shorter than \(AccessToken.lengthLimit) bytes and could be guessed; make one with "
                    + "'openssl rand -hex 16'")
        }
        guard HTTPServerConfiguration.isLoopback(host) || token != nil || isOpenToEverybody else {
            throw ValidationError(
                "the host '\(host)' can be reached by other machines; give --token-file PATH or set "
                    + "\(environmentVariable(Settings.token.name, of: name)) to say who may ask, use --host 127.0.0.1 to "
                    + "serve this machine alone, or let everybody in with --insecure-no-token")
        }
    }

    /// Whether an address is one of this machine's own: `localhost`, `::1` or one of 127.0.0.0/8 (RFC 1122, 3.2.1.3).
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } && UInt8($0) != nil }
    }
}
