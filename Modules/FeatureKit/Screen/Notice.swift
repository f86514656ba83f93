/// A passing message: announced once, never part of a screen.
public struct Notice: Sendable, Hashable, Codable {
    /// The message.
    public var text: String
    /// Its mood.
    public var tone: Tone
    /// An action that the message offers, such as an undo.
    public var button: Button?
    /// A place that the message leads to.
    public var opens: FeatureLink?

    /// Creates a notice.
    public init(_ text: String, tone: Tone = .plain, button: Button? = nil, opens: FeatureLink? = nil) {
        (self.text, self.tone, self.button, self.opens) = (text, tone, button, opens)
    }
}
