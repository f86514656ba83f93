import ArgumentParser
import FeatureKit

/// One option of a server: its name on the command line and in the environment, its help, how its text is read.
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

/// Why the text of a setting cannot be read.
struct SettingRefused: Error, CustomStringConvertible {
    let description: String

    init(_ expected: String, found: String, hint: String = "") {
        description = "expected \(expected), got \(FieldValue.quote(found))\(hint)"
    }
}
