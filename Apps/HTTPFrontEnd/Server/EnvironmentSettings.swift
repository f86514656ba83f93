import ArgumentParser
import FeatureKit

/// Reads the settings of a host from environment variables.
///
/// For example, the variable `FEATUREHOST_MAX_SESSIONS` sets the option `--max-sessions` of `featurehost`.
struct EnvironmentSettings {
    private let host: String
    private let variables: [String: String]

    init(host: String, variables: [String: String]) {
        (self.host, self.variables) = (host, variables)
    }

    /// Reads a setting from its variable.
    ///
    /// An empty variable counts as unset.
    ///
    /// - Throws: `ValidationError` if the text cannot be parsed; its message names the variable.
    func value<Value>(of setting: Setting<Value>) throws -> Value? {
        let name = environmentVariable(setting.name, of: host)
        guard let text = variables[name], !text.isEmpty else { return nil }
        do { return try setting.parse(text) } catch { throw ValidationError("\(name): \(error)") }
    }
}
