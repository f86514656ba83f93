import FeatureKit

/// The name of an action in messages.
struct ActionName: Sendable, CustomStringConvertible {
    let name: String
    /// The text for messages: `'adopt' (Adopt a dog)` for an action with a title, `start` for the start of the session.
    let description: String

    init(_ name: String, in manifest: FeatureManifest) {
        self.name = name
        let title = manifest.action(named: name)?.title
        description = name.isEmpty ? "start" : title.map { "'\(name)' (\($0))" } ?? "'\(name)'"
    }
}

extension Session {
    /// The running and queued actions as text, or `nil` if no action is running or queued.
    var workText: String? {
        let names = actionsAtWork.map { ActionName($0, in: manifest).description }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
