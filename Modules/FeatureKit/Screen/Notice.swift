/// A short message that each viewer gets once.
///
/// It is not part of a screen.
public struct Notice: Sendable, Hashable, Decodable {
    /// The message.
    public var text: String
    /// The tone of the message.
    public var tone: Tone
    /// A button that the message offers, for example to undo an action.
    public var button: Button?
    /// A link to a feature that shows more about the message.
    public var opens: FeatureLink?

    /// Creates a notice.
    public init(_ text: String, tone: Tone = .plain, button: Button? = nil, opens: FeatureLink? = nil) {
        (self.text, self.tone, self.button, self.opens) = (text, tone, button, opens)
    }
}
