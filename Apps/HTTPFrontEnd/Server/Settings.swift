import FeatureKit
import HTTPConnections
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
        "A name besides localhost by which requests may address this host, on any port; may be given several times."
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
        "A file with the token that clients must present; or set the token itself in the environment's ..._TOKEN."
    ) { $0 }

    /// In the environment only: other users of the machine can read a command line.
    static let token = Setting("token", "token", "The token that clients must present.") { $0 }

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
        .streamLimit, "number", "How many event streams may be open at once (default: 10000).", parse: count)

    static let sessionStreamLimit = Setting(
        .sessionStreamLimit, "number", "How many of one session (default: 1000).", parse: count)

    static let addressStreamLimit = Setting(
        .addressStreamLimit, "number", "How many from one address (default: 1000).", parse: count)

    static let openConnectionLimit = Setting(
        .openConnectionLimit, "number",
        "How many connections may be open at once (default: 2000 more than streams, within the process's limit on files).",
        parse: count)

    static let addressConnectionLimit = Setting(
        .addressConnectionLimit, "number",
        "How many from one address (default: 500 more than its streams, at most three quarters of all).", parse: count)

    static let sessionLimit = Setting(
        .sessionLimit, "number", "How many sessions may run at once (default: 1000).", parse: count)

    static let addressSessionLimit = Setting(
        .addressSessionLimit, "number", "How many of one address (default: three quarters of all).", parse: count)

    static let callLimit = Setting(
        .callLimit, "number", "How many calls of actions may wait or run at once (default: 1000).", parse: count)

    static let addressCallLimit = Setting(
        .addressCallLimit, "number", "How many from one address (default: three quarters of all).", parse: count)

    static let bodyMemory = Setting(
        .bodyMemory, "mebibytes",
        "How much memory request bodies may take at once; unread answers may take as much again (default: 64)."
    ) { try wholeNumber($0, in: 2...1_048_576, as: "a whole number from 2 to 1048576") << 20 }

    static let sessionLifetime = Setting(
        "session-lifetime", "duration", "How long an unwatched and unused session runs (default: 15m).",
        parse: duration)

    static let answerLimit = Setting(
        "answer-limit", "duration", "How long a request waits for a feature or an action to end (default: 10s).",
        parse: duration)

    static let simulatedDelay = Setting(
        "simulate", "delay=duration",
        "Delays each answer and each event of a stream, to see a slow connection; on a loopback address only."
    ) { text in
        guard text.hasPrefix("delay="), let delay = Duration(fieldText: String(text.dropFirst(6))), delay > .zero else {
            throw SettingRefused("a delay like delay=300ms", found: text)
        }
        return delay
    }

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
