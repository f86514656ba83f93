import FeatureKit
import Logging

/// Every option of a server.
enum Settings {
    static let host = Setting(
        "host", "address",
        "The address to listen on; one that other machines reach needs a token (default: 127.0.0.1)."
    ) { text in
        guard !text.isEmpty else { throw SettingRefused("an address like 127.0.0.1, ::1 or 0.0.0.0", found: text) }
        return text
    }

    static let port = Setting("port", "port", "The port to listen on; 0 takes a free one (default: 8080).") {
        try wholeNumber($0, in: 0...65_535, as: "a port from 0 to 65535")
    }

    static let allowedHosts = Setting(
        "allow-host", "name",
        "A name besides localhost that requests may call this host by, on any port; can be given several times."
    ) { text in
        try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard let host = HostList.name(in: name), !host.isEmpty else {
                throw SettingRefused("a host's name", found: text)
            }
            return host
        }
    }

    static let tokenFile = Setting(
        "token-file", "path",
        "A file with the token that clients show to be let in; or set the environment's ..._TOKEN to the token itself."
    ) { $0 }

    /// In the environment alone: everybody on the machine reads a command line.
    static let token = Setting("token", "token", "What clients show to be let in.") { $0 }

    static let isOpenToEverybody = Setting(
        "insecure-no-token", "flag", "Let everybody in who reaches the address, without a token."
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
        "max-streams", "number", "How many event streams may be open at once (default: 10000).", parse: count)

    static let sessionStreamLimit = Setting(
        "max-streams-per-session", "number", "How many of one session (default: 1000).", parse: count)

    static let addressStreamLimit = Setting(
        "max-streams-per-address", "number", "How many from one address (default: 1000).", parse: count)

    static let openConnectionLimit = Setting(
        "max-connections", "number",
        "How many connections may be open at once (default: 2000 more than streams, as far as the process may open files).",
        parse: count)

    static let addressConnectionLimit = Setting(
        "max-connections-per-address", "number",
        "How many from one address (default: 500 more than its streams, at most three quarters of all).", parse: count)

    static let sessionLimit = Setting(
        "max-sessions", "number", "How many sessions may run at once (default: 1000).", parse: count)

    static let addressSessionLimit = Setting(
        "max-sessions-per-address", "number", "How many of one address (default: three quarters of all).", parse: count)

    static let callLimit = Setting(
        "max-calls", "number", "How many calls of actions may wait or run at once (default: 1000).", parse: count)

    static let addressCallLimit = Setting(
        "max-calls-per-address", "number", "How many from one address (default: three quarters of all).", parse: count)

    static let bodyMemory = Setting(
        "max-body-memory", "mebibytes",
        "How much memory bodies of requests may take at once, and as much answers that are not read (default: 64)."
    ) { try wholeNumber($0, in: 2...1_048_576, as: "a whole number from 2 to 1048576") << 20 }

    static let sessionLifetime = Setting(
        "session-lifetime", "duration", "How long a session runs that nobody watches or uses (default: 15m).",
        parse: duration)

    static let answerLimit = Setting(
        "answer-limit", "duration", "How long a request waits for a feature or an action to end (default: 10s).",
        parse: duration)

    static let logLevel = Setting(
        "log-level", "level", "The least severe messages that are logged (default: notice)."
    ) { text in
        let names = Logger.Level.allCases.map(\.rawValue)
        guard let level = Logger.Level(rawValue: text) else {
            throw SettingRefused(
                "one of \(names.joined(separator: ", "))", found: text, hint: suggestion(for: text, among: names))
        }
        return level
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
