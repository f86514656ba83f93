import FeatureKit

/// What `--database` takes, at every front end.
package enum DatabaseSetting {
    /// The option's name, without dashes.
    package static let name = "database"
    /// What stands for records that are gone with the process.
    package static let memory = "memory"
    /// What help says of it.
    package static let help: String =
        "Where stored records are kept: the path of an SQLite file, postgresql://… or memory; by default a file of your own."

    /// Checks what was given.
    ///
    /// - Throws: ``Malformed`` for what can be none of the three.
    package static func read(_ text: String) throws(Malformed) -> String {
        let isOfServer = ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
        let isAddress = text.hasPrefix("file:") || text.contains("://") && !isOfServer
        let isMisspelt = text != memory && [":memory:", memory].contains(text.lowercased())
        guard !text.isEmpty, !isAddress, !isMisspelt else { throw Malformed(text: text, variable: nil) }
        return text
    }

    /// Reads what was said in the environment: `FEATUREHOST_DATABASE` for `featurehost`; an empty variable counts as not set.
    ///
    /// - Parameters:
    ///   - host: The program's name.
    ///   - variables: The environment's.
    /// - Throws: ``Malformed``, which names the variable, for what the option would not take either.
    package static func value(of host: String, in variables: [String: String]) throws(Malformed) -> String? {
        let variable = environmentVariable(name, of: host)
        guard let text = variables[variable], !text.isEmpty else { return nil }
        do { return try read(text) } catch { throw Malformed(text: text, variable: variable) }
    }

    /// Returns the setting as it may be shown: an address without its password.
    ///
    /// The rest is kept, so that a command with it still means the same database; libpq then takes the password from
    /// `PGPASSWORD` or its password file.
    package static func withoutPassword(_ setting: String) -> String {
        guard let slashes = setting.firstRange(of: "://") else { return setting }
        let rest = setting[slashes.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let host = authority.lastIndex(of: "@").map { authority[$0...] } ?? authority
        let user = authority[..<host.startIndex].prefix { $0 != ":" }
        let path = rest[authority.endIndex...].prefix { $0 != "?" }
        // A name that is percent-encoded may be that of a secret too.
        let settings = rest[path.endIndex...].dropFirst().split(separator: "&").filter { setting in
            let name = setting.prefix { $0 != "=" }
            return !["password", "sslpassword"].contains(name) && !name.contains("%")
        }
        return setting[..<slashes.upperBound] + user + host + path
            + (settings.isEmpty ? "" : "?" + settings.joined(separator: "&"))
    }

    /// What can be no place for records.
    package struct Malformed: Error, CustomStringConvertible {
        let text: String
        let variable: String?

        /// The text, unless it may hold a password: where that begins and ends is not known.
        private var shownText: String {
            guard let slashes = text.firstRange(of: "://"), text.contains("@") || text.contains("?") else {
                return text
            }
            return text[..<slashes.upperBound] + "…"
        }

        /// What was expected, and what was given.
        package var description: String {
            (variable.map { "\($0): " } ?? "")
                + "expected a path, postgresql://… or memory, got \(FieldValue.quote(shownText))"
        }
    }
}
