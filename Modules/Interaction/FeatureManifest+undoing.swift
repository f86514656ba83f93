package import FeatureKit

extension FeatureManifest {
    /// The action that takes back a change; `nil` if the feature has none.
    package var undo: Action? { actions.first { $0.fields.name(of: .change) != nil } }

    /// Returns whether a button does again what was taken back.
    package func doesAgain(_ button: Button) -> Bool {
        guard let undo, undo.name == button.action, let name = undo.fields.name(of: .changeAgain) else { return false }
        return button.arguments[name] == .boolean(true)
    }

    /// Returns whether a button takes back the last change, whichever it is.
    package func takesBackLast(_ button: Button) -> Bool { button.action == undo?.name && button.arguments.isEmpty }

    /// Returns the button that takes back a change.
    ///
    /// - Parameter change: The number of the change; `nil` for an action that has changed no record.
    /// - Returns: The button; `nil` if there is nothing to take back.
    package func undoButton(of change: Int?) -> Button? {
        guard let change, let undo, let field = undo.fields.name(of: .change) else { return nil }
        return Button(undo, arguments: [field: .integer(change)])
    }
}
