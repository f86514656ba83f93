import ArgumentParser
import FeatureKit

/// The settings of a host in the environment: `FEATUREHOST_MAX_SESSIONS` is `--max-sessions` of `featurehost`.
struct EnvironmentSettings {
    private let host: String
    private let variables: [String: String]

    init(host: String, variables: [String: String]) {
        (self.host, self.variables) = (host, variables)
    }

    /// Reads a setting; an empty variable counts as not set.
    ///
    /// - Throws: `ValidationError` that names the variable, if its text cannot be read.
    func value<Value>(of setting: Setting<Value>) throws -> Value? {
        let name = environmentVariable(setting.name, of: host)
        guard let text = variables[name], !text.isEmpty else { return nil }
        do { return try setting.parse(text) } catch { throw ValidationError("\(name): \(error)") }
    }
}
