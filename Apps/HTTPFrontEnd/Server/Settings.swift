import FeatureKit
import HTTPConnections
import HTTPTypes
import Logging

/// All options of a server.
enum Settings {
    static let host = Setting(
        "host", "address",
        "The address to listen on; one that other machines reach needs a sign-in (default: 127.0.0.1)."
    ) { text in
        guard !text.isEmpty else { throw SettingRefused("an address like 127.0.0.1, ::1 or 0.0.0.0", found: text) }
        return text
    }

    static let port = Setting("port", "port", "The port to listen on; 0 selects a free port (default: 8080).") {
        try wholeNumber($0, in: 0...65_535, as: "a port from 0 to 65535")
    }

    static let allowedHosts = Setting(
        "allow-host", "name",
        "An additional host name with which requests may address this host, on any port; may be given several times."
    ) { text in
        try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard let host = HostList.name(in: name), !host.isEmpty else {
                throw SettingRefused("a host's name", found: text)
            }
            return host
        }
    }

    static let trustedProxies = Setting(
        "trusted-proxy", "cidr",
        "A reverse proxy, or a network of them, whose X-Forwarded-For has the client's address; may be given several times."
    ) { text in
        try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            guard NetworkBlock(String(part)) != nil else { throw networkRefused(String(part)) }
            return String(part)
        }
    }

    static let personHeader = Setting(
        "person-header", "name",
        "The header in which a trusted proxy names the person; needs --trusted-proxy and --proxy-secret-file.",
        parse: header)

    static let rolesHeader = Setting(
        "roles-header", "name", "The header in which a trusted proxy lists the person's roles, like keeper,helper.",
        parse: header)

    static let proxySecretFile = Setting(
        "proxy-secret-file", "path",
        "A file with the secret that the trusted proxy sends as X-Proxy-Secret. It is read again when it changes."
    ) { $0 }

    static func headerRefused(_ text: String) -> SettingRefused {
        SettingRefused("the name of a header like X-Remote-User", found: text)
    }

    static func networkRefused(_ text: String) -> SettingRefused {
        SettingRefused("an address or a network like 10.0.0.0/8 or 2001:db8::/32", found: text)
    }

    static let tokenFile = Setting(
        "token-file", "path",
        "A file with the tokens that clients must present: lines NAME TOKEN ROLE,ROLE (* for every role), or one token. "
            + "It is read again when it changes."
    ) { $0 }

    /// The token can be set by an environment variable, but not on the command line, which other users of the machine
    /// can read.
    static let token = Setting("token", "token", "The only token that clients must present; with every role.") { $0 }

    static let issuer = Setting(
        "oidc-issuer", "url", "The OpenID provider at which people sign in, such as https://login.example.org."
    ) { $0 }

    static let clientID = Setting("oidc-client-id", "id", "The name of this host at the OpenID provider.") { $0 }

    static let secretFile = Setting(
        "oidc-client-secret-file", "path", "A file with this host's secret at the OpenID provider."
    ) { $0 }

    static let audience = Setting(
        "oidc-audience", "audience",
        "The audience of the OpenID provider's access tokens that programs may present (default: none)."
    ) { $0 }

    static let rolesClaim = Setting(
        "oidc-roles-claim", "claim", "The claim of the ID token with a person's roles (default: roles)."
    ) { $0 }

    static let scopes = Setting(
        "oidc-scopes", "scopes", "The scopes to ask the OpenID provider for (default: 'openid profile')."
    ) { $0 }

    static let isOpenToEverybody = Setting(
        "insecure-no-token", "flag", "Let every client in without a token."
    ) { text in
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: throw SettingRefused("true or false", found: text)
        }
    }

    static let certificate = Setting("tls-cert", "path", "A certificate in PEM form, to serve over TLS.") { $0 }

    static let key = Setting("tls-key", "path", "The key of the certificate, in PEM form.") { $0 }

    static let streamLimit = Setting(
        .streamLimit, "number", "The maximum number of open event streams (default: 10000).", parse: count)

    static let sessionStreamLimit = Setting(
        .sessionStreamLimit, "number", "The maximum number of event streams per session (default: 1000).", parse: count)

    static let addressStreamLimit = Setting(
        .addressStreamLimit, "number",
        "The maximum number of event streams per client address (default: 1000).", parse: count)

    static let openConnectionLimit = Setting(
        .openConnectionLimit, "number",
        "The maximum number of open connections (default: --max-streams plus 2000, within the limit of files).",
        parse: count)

    static let addressConnectionLimit = Setting(
        .addressConnectionLimit, "number",
        "The maximum number of connections per address (default: --max-streams-per-address + 500, at most 3/4 of all).",
        parse: count)

    static let sessionLimit = Setting(
        .sessionLimit, "number", "The maximum number of running sessions (default: 1000).", parse: count)

    static let addressSessionLimit = Setting(
        .addressSessionLimit, "number",
        "The maximum number of sessions per client address (default: 3/4 of --max-sessions).", parse: count)

    static let rowLimit = Setting(
        "max-rows", "number",
        "The maximum number of rows that a session loads of a list; a search shows others (default: 2000).",
        parse: count)

    static let callLimit = Setting(
        .callLimit, "number",
        "The maximum number of waiting or running calls of actions (default: 1000).", parse: count)

    static let addressCallLimit = Setting(
        .addressCallLimit, "number",
        "The maximum number of calls per client address (default: 3/4 of --max-calls).", parse: count)

    static let bodyMemory = Setting(
        .bodyMemory, "mebibytes",
        "The memory limit for request bodies; unread answers have a second limit of the same size (default: 64)."
    ) { try wholeNumber($0, in: 2...1_048_576, as: "a whole number from 2 to 1048576") << 20 }

    static let sessionLifetime = Setting(
        "session-lifetime", "duration",
        "The time after which a session ends if it has no viewers and gets no requests (default: 15m).",
        parse: duration)

    static let answerLimit = Setting(
        "answer-limit", "duration", "The maximum time that a request waits for a feature or an action (default: 10s).",
        parse: duration)

    static let simulatedDelay = Setting(
        "simulate", "delay=duration",
        "Simulates a slow connection: delays each answer and each event of a stream; on a loopback address only."
    ) { text in
        guard text.hasPrefix("delay="), let delay = Duration(fieldText: String(text.dropFirst(6))), delay > .zero else {
            throw SettingRefused("a delay like delay=300ms", found: text)
        }
        return delay
    }

    static let logLevel = Setting(
        "log-level", "level", "The least severe level of messages to log (default: notice)."
    ) { text in
        let names = Logger.Level.allCases.map(\.rawValue)
        guard let level = Logger.Level(rawValue: text) else {
            throw SettingRefused(
                "one of \(names.joined(separator: ", "))", found: text, hint: suggestion(for: text, among: names))
        }
        return level
    }

    @Sendable
    private static func header(_ text: String) throws -> String {
        guard HTTPField.Name(text) != nil else { throw headerRefused(text) }
        return text
    }

    @Sendable
    private static func count(_ text: String) throws -> Int {
        try wholeNumber(text, in: 1...1_000_000, as: "a whole number from 1 to 1000000")
    }

    private static func wholeNumber(_ text: String, in range: ClosedRange<Int>, as expected: String) throws -> Int {
        guard let number = Int(text), range.contains(number) else { throw SettingRefused(expected, found: text) }
        return number
    }

    @Sendable
    private static func duration(_ text: String) throws -> Duration {
        guard let duration = Duration(fieldText: text), duration > .zero else {
            throw SettingRefused("a duration like 250ms, 2s or 1m", found: text)
        }
        return duration
    }
}
