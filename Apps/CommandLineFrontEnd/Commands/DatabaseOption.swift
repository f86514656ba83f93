import ArgumentParser
import FeatureStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The option `--database` of every command that launches a feature or uses records.
///
/// `featurehost` also reads `FEATUREHOST_DATABASE`. The option takes precedence over the environment variable.
struct DatabaseOption<Host: CommandLineHost>: ParsableArguments {
    @Option(
        name: .customLong(DatabaseSetting.name),
        help: ArgumentHelp(stringLiteral: DatabaseSetting.help), completion: .file())
    var given: String?

    /// The setting from the command line or else from the environment; `nil` if both are missing.
    var setting: String? {
        get throws(CommandLineError) {
            guard let given else { return try Self.environmentSetting }
            // Parse the setting here and not in the argument parser: the parser quotes a refused value, which may
            // contain a password.
            do { return try DatabaseSetting.read(given) } catch { throw .usage("--\(DatabaseSetting.name): \(error)") }
        }
    }

    /// The setting from the environment.
    static var environmentSetting: String? {
        get throws(CommandLineError) {
            do { return try DatabaseSetting.value(of: Host.name, in: ProcessInfo.processInfo.environment) } catch {
                throw .usage("\(error)")
            }
        }
    }
}
