package import FeatureKit

extension FeatureManifest {
    /// The action that takes back a change; `nil` if the feature has none.
    package var undo: Action? { actions.first { $0.fields.name(of: .change) != nil } }

    /// Returns the button that takes back a change.
    ///
    /// - Parameter change: The number of the change; `nil` for an action that has changed no record.
    /// - Returns: The button; `nil` if there is nothing to take back.
    package func undoButton(of change: Int?) -> Button? {
        guard let change, let undo, let field = undo.fields.name(of: .change) else { return nil }
        return Button(undo, arguments: [field: .integer(change)])
    }
}
