/// The tone of a screen, a row or a notice, such as positive or critical.
///
/// Front ends choose the colour and the symbol that show it.
public enum Tone: String, Sendable, Hashable, Decodable, CaseIterable {
    /// Nothing special.
    case plain
    /// Something deserves attention because it is active, selected or new.
    case accent
    /// Something went well.
    case positive
    /// Something may be wrong.
    case warning
    /// Something is wrong.
    case critical

    /// Decodes the value from its wire format.
    ///
    /// An unknown text decodes as ``plain``.
    public init(from decoder: any Decoder) throws { self = try decoder.value(default: .plain) }
}
