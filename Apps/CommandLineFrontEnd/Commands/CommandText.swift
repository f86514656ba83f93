import FeatureKit
import FeatureStorage
import Interaction
import TerminalKit

/// Formats the shell commands that a printed screen suggests.
struct CommandText {
    /// The program's name.
    let program: String
    /// The manifest of the shown feature.
    let manifest: FeatureManifest
    /// The options that the feature was launched with.
    var settings: [Assignment] = []
    /// The manifests of the features that links can lead to.
    var catalogue: [FeatureManifest] = []
    /// The `--database` argument; `nil` if none was given.
    var database: String?

    /// Returns the shell command that presses a button.
    ///
    /// A preset argument is written with its value. A missing argument is written as a placeholder (`name=NAME`), and
    /// an optional argument is written in brackets (`[note=NOTE]`).
    func perform(_ button: Button, in row: Row? = nil) -> String {
        if row == nil, manifest.browses(button.action, button.arguments) { return browse(button.arguments) }
        let fields = manifest.action(named: button.action)?.fields() ?? []
        if let history = fields.name(of: .history), button.arguments == [history: true] {
            return browse(button.arguments)
        }
        // Omit the optional presets of a row's button, such as the revision, because their values differ from row to
        // row.
        let asked = fields.askedFor(by: button).filter { field in
            let isGiven = button.arguments[field.name] != nil
            // A field that only buttons give belongs to the command if the button gives it.
            if field.role?.namesChange == true || field.role?.leads == true { return isGiven }
            return row == nil || field.required || field.role == .row || !isGiven
        }
        let undeclared = button.arguments.keys.filter { name in !fields.contains { $0.name == name } }.sorted()
        let names =
            asked.map { ($0.name, $0.isOptional && !$0.holdsRowIDs && $0.role?.namesChange != true) }
            + undeclared.map { ($0, false) }
        let arguments = names.flatMap { name, isOptional in
            // All rows of a list share one command for the same button, so the row's id becomes a placeholder, and so
            // does the change that a button takes back. A secret becomes one too, because the screen must not show it.
            let field = fields.first { $0.name == name }
            guard let value = button.arguments[name], row == nil || field?.role?.namesChange != true,
                value != row.map({ .text($0.id) }), !value.typedTexts.isEmpty, field?.kind != .secret
            else {
                let blank = "\(name)=\(name.uppercased())"
                return [isOptional ? "[\(blank)]" : blank]
            }
            return value.typedTexts.map { Assignment(name: name, value: $0).shellText }
        }
        return words(["perform", manifest.id, button.action] + arguments, settings)
    }

    /// Returns the shell command that takes back a change, in the same collection of records.
    func undo(_ button: Button) -> String {
        words(["undo", manifest.id] + button.arguments.values.map(\.description), settings)
    }

    /// Returns the shell command that shows the place of a form; `nil` for a form that performs its action.
    ///
    /// A text that is missing is written as a placeholder in brackets.
    func browse(_ form: FormElement) -> String? {
        let fields = manifest.actions.fields(of: form)
        guard manifest.actions.browse(with: form), manifest.browsedOptions.isSuperset(of: fields.map(\.name)) else {
            return nil
        }
        let missing = fields.filter { $0.kind == .text && form.values[$0.name] == nil }
        return ([browse(form.values)] + missing.map { "[--set \($0.name)=\($0.name.uppercased())]" })
            .joined(separator: " ")
    }

    /// Returns the shell command that shows the same place with other options.
    private func browse(_ options: [String: FieldValue]) -> String {
        let kept = settings.filter { options[$0.name] == nil }
        let changed = self.settings(of: FeatureLink(feature: manifest.id, options: options))
        return words(["launch", manifest.id], (kept + changed).sorted { $0.name < $1.name })
    }

    /// Returns the shell command that shows all rows of a list.
    ///
    /// The command does not perform the button's action. Each command launches the feature again, so the action would
    /// always show the second page.
    func more(_ button: Button) -> String { words(["launch", manifest.id, "--all"], settings) }

    /// Returns the shell command that follows a link.
    ///
    /// The command of a link that opens a form performs the action.
    func launch(_ link: FeatureLink) -> String {
        guard let name = link.begins, let other = catalogue.first(where: { $0.id == link.feature }),
            let action = other.action(named: name)
        else { return words(["launch", link.feature], settings(of: link)) }
        let isArgument = { (name: String) in action.fields.contains { $0.name == name } }
        var rest = link
        rest.options = link.options.filter { !isArgument($0.key) }
        return CommandText(program: program, manifest: other, settings: settings(of: rest), database: database)
            .perform(Button(action, arguments: link.options.filter { isArgument($0.key) }))
    }

    /// Returns the formatter of the commands for a screen that shows a certain place.
    ///
    /// - Parameter address: The options of the place; `nil` for the options of the launch.
    func at(_ address: [String: FieldValue]?) -> CommandText {
        guard let address else { return self }
        var copy = self
        copy.settings = settings(of: FeatureLink(feature: manifest.id, options: address))
        return copy
    }

    /// The shell command that shows the place of ``settings``.
    var here: String { words(["launch", manifest.id], settings) }

    /// Returns the option settings of a link, without the defaults of the shown feature.
    private func settings(of link: FeatureLink) -> [Assignment] {
        let defaults =
            link.feature == manifest.id
            ? Dictionary(manifest.options.map { ($0.name, $0.defaultValue) }) { $1 } : [:]
        let options = link.options.filter { defaults[$0.key] != $0.value }.sorted { $0.key < $1.key }
        return options.flatMap { name, value in value.typedTexts.map { Assignment(name: name, value: $0) } }
    }

    /// Returns a shell command with the given words and option settings.
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
    /// Whether the user may omit the argument.
    var isOptional: Bool { !required || defaultValue != nil }
}

extension [FieldDescription] {
    /// Returns the fields that the command of a button has.
    ///
    /// A command names either one row or several. It has the revisions of several rows only if the button presets them.
    fileprivate func askedFor(by button: Button) -> [FieldDescription] {
        guard let rows = name(of: .rows) else { return self }
        let isOne = name(of: .row).map { button.arguments[$0] != nil && button.arguments[rows] == nil } ?? false
        return filter { field in
            switch field.role {
            case .row, .revision: isOne
            case .rows: !isOne
            case .revisions: !isOne && button.arguments[field.name] != nil
            default: true
            }
        }
    }
}

extension FieldDescription {
    /// Whether the field has the ids of the rows on which the action acts.
    ///
    /// A command cannot leave it out.
    fileprivate var holdsRowIDs: Bool { role == .row || role == .rows }
}

extension Assignment {
    /// The assignment, quoted for a shell.
    var shellText: String { "\(name)=\(value)".shellText }
}

extension String {
    /// The text, quoted for a shell.
    ///
    /// Text with characters that cannot be displayed, such as line breaks, is written as escaped bytes for `printf`
    /// (POSIX.1-2024, printf). Every POSIX shell and fish understand this notation; `$'…'` is unknown to dash and fish.
    var shellText: String {
        if madeVisible != self {
            let text = unicodeScalars.map(\.printfText).joined()
            // A shell drops the line breaks at the end of a command's output.
            guard last?.isNewline == true else { return "\"$(printf '\(text)')\"" }
            return "$'" + unicodeScalars.map(\.shellText).joined() + "'"
        }
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
    /// The Unicode scalar, escaped for use in a format of `printf` inside single quotes.
    fileprivate var printfText: String {
        switch self {
        case "\\": "\\\\"
        case "%": "%%"
        // Inside double quotes, interactive shells replace an exclamation mark.
        case "'", "!": Self.octal(self)
        case _ where String(self).madeVisible == String(self): String(self)
        default: Self.octal(self)
        }
    }

    private static func octal(_ scalar: Unicode.Scalar) -> String {
        UTF8.encode(scalar)?.map { byte in
            let digits = String(byte, radix: 8)
            return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }.joined() ?? ""
    }

    /// The Unicode scalar, escaped for use in `$'…'`.
    fileprivate var shellText: String {
        switch self {
        case "'", "\\": "\\\(self)"
        case _ where String(self).madeVisible == String(self): String(self)
        default: UTF8.encode(self)?.map { "\\x" + ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined() ?? ""
        }
    }
}
