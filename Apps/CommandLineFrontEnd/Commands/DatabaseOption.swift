import ArgumentParser
import FeatureStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The option `--database` of every command that launches a feature or touches records.
///
/// The environment can say it too: `FEATUREHOST_DATABASE` is `--database` of `featurehost`; the command line wins.
struct DatabaseOption<Host: CommandLineHost>: ParsableArguments {
    @Option(
        name: .customLong(DatabaseSetting.name),
        help: ArgumentHelp(stringLiteral: DatabaseSetting.help), completion: .file(), transform: Self.read)
    var given: String?

    /// What was said, on the command line or in the environment; `nil` if neither was.
    var setting: String? {
        get throws(CommandLineError) {
            if let given { return given }
            return try Self.environmentSetting
        }
    }

    /// What was said in the environment.
    static var environmentSetting: String? {
        get throws(CommandLineError) {
            do { return try DatabaseSetting.value(of: Host.name, in: ProcessInfo.processInfo.environment) } catch {
                throw .usage("\(error)")
            }
        }
    }

    @Sendable
    private static func read(_ text: String) throws -> String {
        do { return try DatabaseSetting.read(text) } catch { throw ValidationError("\(error)") }
    }
}
