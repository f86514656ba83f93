public import ArgumentParser
import FeatureKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The option `--database` of every command that launches a feature or touches records.
///
/// The environment can say it too: `FEATUREHOST_DATABASE` is `--database` of `featurehost`; the command line wins.
public struct DatabaseOption<Host: CommandLineHost>: ParsableArguments {
    @Option(
        name: .customLong("database"),
        help: ArgumentHelp(
            "Where stored records are kept: the path of an SQLite file, postgresql://… or memory; by default a file of "
                + "your own.", valueName: "database"),
        completion: .file(), transform: Self.read)
    var given: String?

    /// Creates the option as it is without a command line.
    public init() {}

    /// What was said, on the command line or in the environment; `nil` if neither was.
    public var setting: String? { given ?? Self.environmentSetting }

    /// What was said in the environment; an empty variable counts as not set.
    static var environmentSetting: String? {
        let variable = environmentVariable("database", of: Host.name)
        return ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    @Sendable
    private static func read(_ text: String) throws -> String {
        guard !text.isEmpty else { throw ValidationError("expected a path, postgresql://… or memory, got \"\"") }
        let isAddress = text.contains("://") && !["postgresql://", "postgres://"].contains { text.hasPrefix($0) }
        guard !isAddress, text == "memory" || ![":memory:", "memory"].contains(text.lowercased()) else {
            throw ValidationError("expected a path, postgresql://… or memory, got \(FieldValue.quote(text))")
        }
        return text
    }
}
