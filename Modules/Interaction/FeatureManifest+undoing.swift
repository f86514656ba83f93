package import FeatureKit

extension FeatureManifest {
    /// The action that takes back a change; `nil` if the feature has none.
    package var undo: Action? { actions.first { $0.fields.name(of: .change) != nil } }

    /// Returns whether a button does again what was taken back.
    package func doesAgain(_ button: Button) -> Bool {
        guard !button.arguments.isEmpty, let name = action(named: button.action)?.fields.name(of: .changeAgain) else {
            return false
        }
        return button.arguments[name] == true
    }

    /// Returns whether a button takes back a change.
    package func takesBack(_ button: Button) -> Bool {
        action(named: button.action)?.fields.name(of: .change) != nil && !doesAgain(button)
    }

    /// Returns the button that takes back the person's last change, or does it again; `nil` if the feature has none.
    package func undoButton(again: Bool) -> Button? {
        guard let undo else { return nil }
        guard again else { return Button(undo) }
        return undo.fields.name(of: .changeAgain).map { Button(undo, title: "Redo", arguments: [$0: true]) }
    }

    /// Returns the button that takes back a change.
    ///
    /// - Parameter change: The number of the change; `nil` for an action that has changed no record.
    /// - Returns: The button; `nil` if there is nothing to take back.
    package func undoButton(of change: Int?) -> Button? {
        guard let change, let undo, let field = undo.fields.name(of: .change) else { return nil }
        return Button(undo, arguments: [field: .integer(change)])
    }
}
