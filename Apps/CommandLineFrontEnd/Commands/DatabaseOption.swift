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
        help: ArgumentHelp(stringLiteral: DatabaseSetting.help), completion: .file())
    var given: String?

    /// What was said, on the command line or in the environment; `nil` if neither was.
    var setting: String? {
        get throws(CommandLineError) {
            guard let given else { return try Self.environmentSetting }
            // Not while the arguments are parsed: the parser quotes what it refuses, and this may hold a password.
            do { return try DatabaseSetting.read(given) } catch { throw .usage("--\(DatabaseSetting.name): \(error)") }
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
}
