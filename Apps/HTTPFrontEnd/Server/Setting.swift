import ArgumentParser
import FeatureKit
import HTTPConnections

/// An option of a server: its name on the command line and in the environment, its help and its parser.
struct Setting<Value>: Sendable {
    let name: String
    let help: ArgumentHelp
    let parse: @Sendable (String) throws -> Value

    init(
        _ name: String, _ valueName: String, _ abstract: String, parse: @escaping @Sendable (String) throws -> Value
    ) {
        (self.name, self.parse) = (name, parse)
        help = ArgumentHelp("\(abstract)", valueName: valueName)
    }
}

extension Setting<Int> {
    /// Creates a setting for a limit.
    init(
        _ limit: LimitLog.Option, _ valueName: String, _ abstract: String,
        parse: @escaping @Sendable (String) throws -> Int
    ) {
        self.init(limit.rawValue, valueName, abstract, parse: parse)
    }
}

/// The error for a setting whose text cannot be parsed.
struct SettingRefused: Error, CustomStringConvertible {
    let description: String

    init(_ expected: String, found: String, hint: String = "") {
        description = "expected \(expected), got \(FieldValue.quote(found))\(hint)"
    }
}
