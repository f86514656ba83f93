public import FeatureKit

/// A reference to a button in a scenario: the button's title, its action's name, or its action.
public protocol ButtonReference: Sendable {
    /// The text that stands for this reference in messages.
    var referenceText: String { get }
    /// The action's name, or the text itself if the reference is a text.
    var referenceAction: String { get }
    /// Returns whether this reference refers to a button.
    func refers(to button: Button) -> Bool
}

extension String: ButtonReference {
    /// The text itself.
    public var referenceText: String { self }
    /// The text itself.
    public var referenceAction: String { self }
    /// Returns whether this text is the button's title or the name of the button's action.
    public func refers(to button: Button) -> Bool { button.title == self || button.action == self }
}

extension Action: ButtonReference {
    /// The action's title.
    public var referenceText: String { title }
    /// The action's name.
    public var referenceAction: String { name }
    /// Returns whether this action is the button's action.
    public func refers(to button: Button) -> Bool { button.action == name }
}
