import ArgumentParser
import FeatureKit

/// A host's settings from the environment: `FEATUREHOST_MAX_SESSIONS` stands for `--max-sessions` of `featurehost`.
struct EnvironmentSettings {
    private let host: String
    private let variables: [String: String]

    init(host: String, variables: [String: String]) {
        (self.host, self.variables) = (host, variables)
    }

    /// Reads a setting.
    ///
    /// An empty variable counts as unset.
    ///
    /// - Throws: `ValidationError`, which names the variable, if its text cannot be parsed.
    func value<Value>(of setting: Setting<Value>) throws -> Value? {
        let name = environmentVariable(setting.name, of: host)
        guard let text = variables[name], !text.isEmpty else { return nil }
        do { return try setting.parse(text) } catch { throw ValidationError("\(name): \(error)") }
    }
}
