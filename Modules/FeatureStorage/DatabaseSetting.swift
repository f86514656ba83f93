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
        guard !text.isEmpty, !isAddress, !isMisspelt else { throw Malformed(text: text) }
        return text
    }

    /// What was said in the environment: `FEATUREHOST_DATABASE` for `featurehost`; an empty variable counts as not set.
    ///
    /// - Parameters:
    ///   - host: The program's name.
    ///   - variables: The environment's.
    package static func value(of host: String, in variables: [String: String]) -> String? {
        variables[environmentVariable(name, of: host)].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What can be no place for records.
    package struct Malformed: Error, CustomStringConvertible {
        let text: String

        /// What was expected, and what was given.
        package var description: String { "expected a path, postgresql://… or memory, got \(FieldValue.quote(text))" }
    }
}
