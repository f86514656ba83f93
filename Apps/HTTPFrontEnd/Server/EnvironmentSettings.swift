import ArgumentParser

/// The settings of a host in the environment: `FEATUREHOST_MAX_SESSIONS` is `--max-sessions` of `featurehost`.
struct EnvironmentSettings {
    private let prefix: String
    private let variables: [String: String]

    init(host name: String, variables: [String: String]) {
        prefix = Self.variable(name)
        self.variables = variables
    }

    /// Reads a setting; an empty variable counts as not set.
    ///
    /// - Throws: `ValidationError` that names the variable, if its text cannot be read.
    func value<Value>(of setting: Setting<Value>) throws -> Value? {
        let name = "\(prefix)_\(Self.variable(setting.name))"
        guard let text = variables[name], !text.isEmpty else { return nil }
        do { return try setting.parse(text) } catch { throw ValidationError("\(name): \(error)") }
    }

    private static func variable(_ name: String) -> String {
        String(name.uppercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
}
