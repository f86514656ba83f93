import ArgumentParser
import FeatureStorage

/// The option `--database` of every command that launches a feature or uses records.
///
/// `featurehost` also reads `FEATUREHOST_DATABASE`. The option takes precedence over the environment variable.
///
/// The groups of options declare the option themselves. In a debug build, the parser validates a group four times for
/// each validation of what contains the group, so a group within a group takes long.
enum DatabaseOption<Host: CommandLineHost> {
    static var name: NameSpecification { .customLong(DatabaseSetting.name) }
    static var help: ArgumentHelp { ArgumentHelp(stringLiteral: DatabaseSetting.help) }

    /// Returns the setting from the command line or else from the environment; `nil` if both are missing.
    static func setting(_ given: String?) throws(CommandLineError) -> String? {
        guard let given else { return try environmentSetting }
        // Parse the setting here and not in the argument parser: the parser quotes a refused value, which may
        // contain a password.
        do { return try DatabaseSetting.read(given) } catch { throw .usage("--\(DatabaseSetting.name): \(error)") }
    }

    /// The setting from the environment.
    static var environmentSetting: String? {
        get throws(CommandLineError) {
            do { return try DatabaseSetting.value(of: Host.name, in: Console.standardVariable) } catch {
                throw .usage("\(error)")
            }
        }
    }
}
