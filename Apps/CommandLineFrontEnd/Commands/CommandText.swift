import FeatureKit
import FeatureStorage
import TerminalKit

/// Formats the commands that a screen suggests.
struct CommandText {
    /// The program's name.
    let program: String
    /// The manifest of the shown feature.
    let manifest: FeatureManifest
    /// The options of the launch.
    var settings: [Assignment] = []
    /// The `--database` argument; `nil` if none was given.
    var database: String?

    /// Formats the command of a button: preset arguments with their values, others as placeholders (`name=NAME`),
    /// optional ones in brackets (`[note=NOTE]`).
    func perform(_ button: Button, in row: Row? = nil) -> String {
        let fields = manifest.action(named: button.action)?.fields ?? []
        // Leave out a row button's optional presets, such as the revision: they differ by row.
        let asked = fields.filter { row == nil || $0.required || button.arguments[$0.name] == nil }
        let undeclared = button.arguments.keys.filter { name in !fields.contains { $0.name == name } }.sorted()
        let arguments = (asked.map { ($0.name, $0.isOptional) } + undeclared.map { ($0, false) }).flatMap {
            name, isOptional in
            // A row's button stands for those of all rows. A secret is never printed.
            guard let value = button.arguments[name], value != row.map({ .text($0.id) }), !value.typedTexts.isEmpty,
                fields.first(where: { $0.name == name })?.kind != .secret
            else {
                let blank = "\(name)=\(name.uppercased())"
                return [isOptional ? "[\(blank)]" : blank]
            }
            return value.typedTexts.map { Assignment(name: name, value: $0).shellText }
        }
        return words(["perform", manifest.id, button.action] + arguments, settings)
    }

    /// Formats the command that shows a whole list.
    ///
    /// Performing the button's action would always show the second page, because each command launches the feature
    /// again.
    func more(_ button: Button) -> String { words(["launch", manifest.id, "--all"], settings) }

    /// Formats the command that follows a link.
    func launch(_ link: FeatureLink) -> String {
        let options = link.options.sorted { $0.key < $1.key }
        let settings = options.flatMap { name, value in value.typedTexts.map { Assignment(name: name, value: $0) } }
        return words(["launch", link.feature], settings)
    }

    /// Formats a command.
    func words(_ words: [String], _ settings: [Assignment] = []) -> String {
        ([program] + words + settings.flatMap { ["--set", $0.shellText] } + databaseWords).joined(separator: " ")
    }

    private var databaseWords: [String] {
        guard let database else { return [] }
        let text = DatabaseSetting.withoutPassword(database).shellText
        return database.hasPrefix("-") ? ["--\(DatabaseSetting.name)=\(text)"] : ["--\(DatabaseSetting.name)", text]
    }
}

extension FieldDescription {
    /// Whether the argument is optional.
    var isOptional: Bool { !required || defaultValue != nil }
}

extension Assignment {
    /// The assignment, quoted for a shell.
    var shellText: String { "\(name)=\(value)".shellText }
}

extension String {
    /// The text, quoted for a shell.
    ///
    /// Text with characters that cannot be shown, such as control characters, is written as bytes in `$'…'`, which bash
    /// and zsh read (POSIX.1-2024, 2.2.4).
    var shellText: String {
        if madeVisible != self { return "$'" + unicodeScalars.map(\.shellText).joined() + "'" }
        let isPlain = unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "@", "%", "+", "=", ":", ",", ".", "/", "-": true
            default: scalar.value > 0x9F && !scalar.properties.isWhitespace
            }
        }
        return isPlain && !isEmpty
            ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}

extension Unicode.Scalar {
    /// The scalar as written in `$'…'`.
    fileprivate var shellText: String {
        switch self {
        case "'", "\\": "\\\(self)"
        case _ where String(self).madeVisible == String(self): String(self)
        default: UTF8.encode(self)?.map { "\\x" + ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined() ?? ""
        }
    }
}
