import FeatureKit

/// The setting that selects the database.
///
/// Every front end reads it from `--database`.
package enum DatabaseSetting {
    /// The option's name, without dashes.
    package static let name = "database"
    /// The value that selects a store in memory, whose records are lost when the process ends.
    package static let memory = "memory"
    /// The option's help text.
    package static let help: String =
        "The database of records: the path of an SQLite file, postgresql://… or memory. The default is your own file."

    /// Validates a value and returns it.
    ///
    /// - Throws: ``Malformed`` if the text is neither a path, a PostgreSQL address nor `memory`.
    package static func read(_ text: String) throws(Malformed) -> String {
        let isOfServer = ["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
        let isAddress = text.hasPrefix("file:") || text.contains("://") && !isOfServer
        let isMisspelt = text != memory && [":memory:", memory].contains(text.lowercased())
        guard !text.isEmpty, !isAddress, !isMisspelt else { throw Malformed(text: text, variable: nil) }
        return text
    }

    /// Reads the value from the environment variable `<HOST>_DATABASE`, for example `FEATUREHOST_DATABASE`.
    ///
    /// An empty variable counts as not set.
    ///
    /// - Parameters:
    ///   - host: The program's name.
    ///   - variable: Looks up an environment variable.
    /// - Throws: ``Malformed``, which names the variable, if ``read(_:)`` refuses the value.
    package static func value(of host: String, in variable: (String) -> String?) throws(Malformed) -> String? {
        let name = environmentVariable(name, of: host)
        guard let text = variable(name), !text.isEmpty else { return nil }
        do { return try read(text) } catch { throw Malformed(text: text, variable: name) }
    }

    /// Returns the setting without its password, so that it is safe to show.
    ///
    /// The result still names the same database, so a person can use it in a command. libpq then takes the password
    /// from the environment variable `PGPASSWORD` or from its password file.
    package static func withoutPassword(_ setting: String) -> String {
        guard let slashes = setting.firstRange(of: "://") else { return setting }
        let rest = setting[slashes.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let host = authority.lastIndex(of: "@").map { authority[$0...] } ?? authority
        let user = authority[..<host.startIndex].prefix { $0 != ":" }
        let path = rest[authority.endIndex...].prefix { $0 != "?" }
        // Drop each setting whose name contains a percent sign, because its decoded name may be the name of a secret.
        let settings = rest[path.endIndex...].dropFirst().split(separator: "&").filter { setting in
            let name = setting.prefix { $0 != "=" }
            return !["password", "sslpassword"].contains(name) && !name.contains("%")
        }
        return setting[..<slashes.upperBound] + user + host + path
            + (settings.isEmpty ? "" : "?" + settings.joined(separator: "&"))
    }

    /// The error for a value that does not name a database.
    package struct Malformed: Error, CustomStringConvertible {
        let text: String
        let variable: String?

        /// The part of the value that the message quotes.
        ///
        /// If an address contains `@` or `?`, the quoted text ends after the scheme: in a malformed address, nobody can
        /// tell where the password ends.
        private var shownText: String {
            guard let slashes = text.firstRange(of: "://"), text.contains("@") || text.contains("?") else {
                return text
            }
            return text[..<slashes.upperBound] + "…"
        }

        /// The error text: the variable, the expected values and the given value.
        package var description: String {
            (variable.map { "\($0): " } ?? "")
                + "expected a path, postgresql://… or memory, got \(FieldValue.quote(shownText))"
        }
    }
}
