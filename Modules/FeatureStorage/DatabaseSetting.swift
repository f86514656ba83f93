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
        let isAddress = text.contains("://") && !["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
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

    /// What can be no place for records.
    package struct Malformed: Error, CustomStringConvertible {
        let text: String
        let variable: String?

        /// What was expected, and what was given.
        package var description: String {
            (variable.map { "\($0): " } ?? "")
                + "expected a path, postgresql://… or memory, got \(FieldValue.quote(text))"
        }
    }
}
