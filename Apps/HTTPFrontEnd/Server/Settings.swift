import FeatureKit
import Logging

/// Every option of a server.
enum Settings {
    static let host = Setting(
        "host", "address", "The address to listen on, one of this machine's own (default: 127.0.0.1)."
    ) { text in
        guard HTTPServerConfiguration.isLoopback(text) else {
            throw SettingRefused(
                "an address of this machine alone, like 127.0.0.1, ::1 or localhost, for there are no access tokens "
                    + "yet to tell who asks", found: text)
        }
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

    static let sessionLimit = Setting(
        "max-sessions", "number", "How many sessions may run at once (default: 1000)."
    ) {
        try wholeNumber($0, in: 1...1_000_000, as: "a whole number from 1 to 1000000")
    }

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
