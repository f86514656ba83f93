import ArgumentParser
import FeatureKit

/// The shell completions for features and for their options, actions and fields.
enum Completions<Host: CommandLineHost> {
    /// Completes a feature's id.
    static var feature: CompletionKind {
        .custom { _, _, _ in manifests.map(\.id) }
    }

    /// Completes the name of an action, for the feature that the command line already names.
    static var action: CompletionKind {
        .custom { words, index, _ in typed(words, before: index).manifest?.actions.map(\.name) ?? [] }
    }

    /// Completes the name of a field or the value of a choice field.
    ///
    /// The field belongs to the action that the command line already names.
    static var argument: CompletionKind {
        .custom { words, index, _ in
            completions(of: typed(words, before: index).action?.fields ?? [], words, index)
        }
    }

    /// Completes the name of an option, and after its equals sign the value of a choice option.
    ///
    /// The option belongs to the feature that the command line already names.
    static var option: CompletionKind {
        .custom { words, index, _ in
            let options = typed(words, before: index).manifest?.options ?? []
            if let values = splitValues(of: options, words, index) { return values }
            let word = words.indices.contains(index) ? words[index] : ""
            guard let equals = word.firstIndex(of: "=") else { return options.map { "\($0.name)=" } }
            let name = String(word[..<equals])
            return options.first { $0.name == name }?.values.map { "\(name)=\($0)" } ?? []
        }
    }

    /// Completes the last of several names with commas between them, among the words of the screen.
    static var names: CompletionKind { CompletionKind.names { CompletionRows.words } }

    /// Completes a word of the screen.
    static var word: CompletionKind {
        .custom { _, _, _ in CompletionRows.words }
    }

    private static func completions(of fields: [FieldDescription], _ words: [String], _ index: Int) -> [String] {
        splitValues(of: fields, words, index) ?? fields.flatMap(\.completions)
    }

    /// Returns the values of the field whose value bash has split from its name; `nil` for any other word.
    ///
    /// bash splits `breed=Bull` into three words and completes the last word.
    private static func splitValues(of fields: [FieldDescription], _ words: [String], _ index: Int) -> [String]? {
        let places = [index, index - 1]
        guard let equals = places.first(where: { words.indices.contains($0) && words[$0] == "=" }) else { return nil }
        return fields.first { equals > 0 && $0.name == words[equals - 1] }?.values ?? []
    }

    /// The options that take the next word as their value.
    private static var valueOptions: [String] {
        [
            "--set", "--where", "--timeout", "--color", "--database", "--format", "--fields", "--columns", "--limit",
            "--list",
        ]
    }

    static var manifests: [FeatureManifest] { (try? Host.registry().manifests) ?? [] }

    /// Returns the feature and the action that the words of a command line name.
    static func typed(_ words: [String], before index: Int) -> (manifest: FeatureManifest?, action: Action?) {
        var names: [String] = []
        var takesValue = false
        // Skip the names of the program and the command.
        for word in words.prefix(max(0, index)).dropFirst(2) {
            if takesValue {
                takesValue = false
            } else if word.hasPrefix("-") {
                takesValue = valueOptions.contains(word)
            } else {
                names.append(word)
            }
        }
        let manifest = names.first.flatMap { id in manifests.first { $0.id == id } }
        return (manifest, names.dropFirst().first.flatMap { manifest?.action(named: $0) })
    }
}

extension CompletionKind {
    /// Completes the last of several names with commas between them.
    ///
    /// A name that is typed already is left out.
    ///
    /// - Parameter known: Returns all names.
    static func names(_ known: @escaping @Sendable () -> [String]) -> CompletionKind {
        .custom { words, index, _ in
            let typed = words.indices.contains(index) ? words[index] : ""
            let names = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast().map { String($0) }
            return known().filter { !names.contains($0) }.map { (names + [$0]).joined(separator: ",") }
        }
    }
}

extension FieldDescription {
    /// The completions of the field.
    ///
    /// A choice field has one completion for each choice. Any other field has its name and an equals sign as its only
    /// completion.
    fileprivate var completions: [String] {
        values.map { "\(name)=\($0)" } + (values.isEmpty || other != nil ? ["\(name)="] : [])
    }

    /// The values of a choice field, the ids of the rows, or the titles of the records that the field can name.
    fileprivate var values: [String] {
        if let titled = CompletionRows.titledField { return titled == name ? CompletionRows.words : [] }
        if role == .row || role == .rows { return CompletionRows.words }
        return switch kind {
        case .choice, .choices: choices ?? []
        case .boolean: ["true", "false"]
        case .text, .integer, .decimal, .date, .duration, .instant, .texts, .secret, .reference: []
        }
    }
}
