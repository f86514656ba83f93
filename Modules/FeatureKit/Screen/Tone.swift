/// The mood of a screen, a row or a notice.
///
/// Front ends choose colour and sign.
public enum Tone: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nothing special.
    case plain
    /// Draws the eye: something is on, chosen or new.
    case accent
    /// Something went well.
    case positive
    /// Something needs attention.
    case warning
    /// Something is wrong.
    case critical

    /// Reads the value from its wire format; an unknown text reads as ``plain``.
    public init(from decoder: any Decoder) throws { self = try decoder.value(default: .plain) }
}
