public import FeatureKit

/// What a scenario's person may call a button by: what it says, its action's name, or the action itself.
public protocol ButtonReference: Sendable {
    /// What it is called in messages.
    var referenceText: String { get }
    /// The action's name, if the button is called by that.
    var referenceAction: String { get }
    /// Returns whether a button is called so.
    func refers(to button: Button) -> Bool
}

extension String: ButtonReference {
    /// The text.
    public var referenceText: String { self }
    /// The text.
    public var referenceAction: String { self }
    /// Returns whether a button says this or asks for the action of this name.
    public func refers(to button: Button) -> Bool { button.title == self || button.action == self }
}

extension Action: ButtonReference {
    /// The action's title.
    public var referenceText: String { title }
    /// The action's name.
    public var referenceAction: String { name }
    /// Returns whether a button asks for this action.
    public func refers(to button: Button) -> Bool { button.action == name }
}
