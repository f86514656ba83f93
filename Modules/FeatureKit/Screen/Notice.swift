/// A passing message: said once, never part of a screen.
public struct Notice: Sendable, Hashable, Codable {
    /// What it says.
    public var text: String
    /// Its mood.
    public var tone: Tone

    /// Creates a notice.
    public init(_ text: String, tone: Tone = .plain) {
        (self.text, self.tone) = (text, tone)
    }
}
