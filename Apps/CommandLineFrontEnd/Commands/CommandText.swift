import FeatureKit
import FeatureStorage
import TerminalKit

/// Spells the commands that a person can type next.
struct CommandText {
    /// The program's name.
    let program: String
    /// The manifest of the feature on the screen.
    let manifest: FeatureManifest
    /// How it was launched.
    var settings: [Assignment] = []
    /// The database that the command line named; `nil` where it named none.
    var database: String?

    /// Spells the command of a button: preset arguments as they are, others to be filled in (`name=NAME`), in brackets
    /// where they need not be given (`[note=NOTE]`).
    func perform(_ button: Button, in row: Row? = nil) -> String {
        let fields = manifest.action(named: button.action)?.fields ?? []
        // What a row's button presets but need not be given, such as the revision that is shown, differs by row.
        let asked = fields.filter { row == nil || $0.required || button.arguments[$0.name] == nil }
        let undeclared = button.arguments.keys.filter { name in !fields.contains { $0.name == name } }.sorted()
        let arguments = (asked.map { ($0.name, $0.isOptional) } + undeclared.map { ($0, false) }).map {
            name, isOptional in
            // A row's button stands for those of all rows.
            guard let value = button.arguments[name], value != row.map({ .text($0.id) }) else {
                let blank = "\(name)=\(name.uppercased())"
                return isOptional ? "[\(blank)]" : blank
            }
            return Assignment(name: name, value: value.description).shellText
        }
        return words(["perform", manifest.id, button.action] + arguments, settings)
    }

    /// Spells the command that shows a list to its end: each command launches anew, so that performing the button's
    /// action would show the second page again and again.
    func more(_ button: Button) -> String { words(["launch", manifest.id, "--all"], settings) }

    /// Spells the command that follows a link.
    func launch(_ link: FeatureLink) -> String {
        let options = link.options.sorted { $0.key < $1.key }
        return words(["launch", link.feature], options.map { Assignment(name: $0.key, value: $0.value.description) })
    }

    /// Spells any command.
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
    /// Whether it need not be given.
    var isOptional: Bool { !required || defaultValue != nil }
}

extension Assignment {
    /// The assignment as a shell reads it back.
    var shellText: String { "\(name)=\(value)".shellText }
}

extension String {
    /// The text as a shell reads it back.
    ///
    /// A text that would be shown otherwise than it is, such as one with control characters, is spelt by its bytes in
    /// `$'…'`, which bash and zsh read (POSIX.1-2024, 2.2.4).
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
    /// The scalar as it stands in `$'…'`.
    fileprivate var shellText: String {
        switch self {
        case "'", "\\": "\\\(self)"
        case _ where String(self).madeVisible == String(self): String(self)
        default: UTF8.encode(self)?.map { "\\x" + ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined() ?? ""
        }
    }
}
