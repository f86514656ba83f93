import FeatureKit

/// Spells the commands that a person can type next.
struct CommandText {
    /// The program's name.
    let program: String
    /// The manifest of the feature on the screen.
    let manifest: FeatureManifest
    /// How it was launched.
    var settings: [Assignment] = []

    /// Spells the command of a button: preset arguments as they are, those that must be given to be filled in
    /// (`name=NAME`).
    func perform(_ button: Button, in row: Row? = nil) -> String {
        let fields = manifest.action(named: button.action)?.fields ?? []
        // What a row's button presets but need not be given, such as the revision that is shown, differs by row.
        let asked = fields.filter { field in
            field.required && field.defaultValue == nil
                || button.arguments[field.name] != nil && (row == nil || field.required)
        }
        let undeclared = button.arguments.keys.filter { name in !fields.contains { $0.name == name } }.sorted()
        let arguments = (asked.map(\.name) + undeclared).map { name in
            // A row's button stands for those of all rows.
            guard let value = button.arguments[name], value != row.map({ .text($0.id) }) else {
                return "\(name)=\(name.uppercased())"
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
        ([program] + words + settings.flatMap { ["--set", $0.shellText] }).joined(separator: " ")
    }
}

extension Assignment {
    /// The assignment as a shell reads it back.
    var shellText: String {
        let text = "\(name)=\(value)"
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "@", "%", "+", "=", ":", ",", ".", "/", "-": true
            default: scalar.value > 0x9F && !scalar.properties.isWhitespace
            }
        }
        return isPlain
            ? text
            : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
