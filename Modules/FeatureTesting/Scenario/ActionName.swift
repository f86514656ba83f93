import FeatureKit

/// An action in messages.
struct ActionName: Sendable, CustomStringConvertible {
    let name: String
    /// The action in words: `'adopt' (Adopt a dog)`; a `start` that no action repeats is `start`.
    let description: String

    init(_ name: String, in manifest: FeatureManifest) {
        self.name = name
        let title = manifest.action(named: name)?.title
        description = name.isEmpty ? "start" : title.map { "'\(name)' (\($0))" } ?? "'\(name)'"
    }
}

extension Session {
    /// What is at work, in words; `nil` for nothing.
    var workText: String? {
        let names = actionsAtWork.map { ActionName($0, in: manifest).description }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
