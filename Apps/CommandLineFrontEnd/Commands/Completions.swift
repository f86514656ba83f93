import ArgumentParser
import FeatureKit

/// What a shell offers when somebody presses Tab: features, their options, actions and fields.
enum Completions<Host: CommandLineHost> {
    /// Completes a feature's id.
    static var feature: CompletionKind {
        .custom { _, _, _ in manifests.map(\.id) }
    }

    /// Completes an action of the feature that was typed before.
    static var action: CompletionKind {
        .custom { words, index, _ in typed(words, before: index).manifest?.actions.map(\.name) ?? [] }
    }

    /// Completes a field of the action that was typed before, and its value where it is a choice.
    static var argument: CompletionKind {
        .custom { words, index, _ in
            let fields = typed(words, before: index).action?.fields ?? []
            // bash takes `breed=Bull` for three words, of which it wants the last completed.
            if let equals = [index, index - 1].first(where: { words.indices.contains($0) && words[$0] == "=" }) {
                return fields.first { equals > 0 && $0.name == words[equals - 1] }?.values ?? []
            }
            return fields.flatMap(\.completions)
        }
    }

    /// Completes an option of the feature that was typed before, and its value where it is a choice.
    static var option: CompletionKind {
        .custom { words, index, _ in typed(words, before: index).manifest?.options.flatMap(\.completions) ?? [] }
    }

    private static var manifests: [FeatureManifest] { (try? Host.registry().manifests) ?? [] }

    /// The feature and the action among the words of a command line.
    private static func typed(_ words: [String], before index: Int) -> (manifest: FeatureManifest?, action: Action?) {
        var names: [String] = []
        var takesValue = false
        // The program's and the command's name come first.
        for word in words.prefix(max(0, index)).dropFirst(2) {
            if takesValue {
                takesValue = false
            } else if word.hasPrefix("-") {
                takesValue = ["--set", "--timeout", "--color", "--database", "--format", "--fields"].contains(word)
            } else {
                names.append(word)
            }
        }
        let manifest = names.first.flatMap { id in manifests.first { $0.id == id } }
        return (manifest, names.dropFirst().first.flatMap { manifest?.action(named: $0) })
    }
}

extension FieldDescription {
    /// How an assignment to the field can begin, or what it can be.
    fileprivate var completions: [String] {
        values.map { "\(name)=\($0)" } + (values.isEmpty || other != nil ? ["\(name)="] : [])
    }

    /// What it can be, where that is a few texts.
    fileprivate var values: [String] {
        switch kind {
        case .choice: choices ?? []
        case .boolean: ["true", "false"]
        case .text, .integer, .decimal, .date, .duration: []
        }
    }
}
