/// A text on a screen.
///
/// Line breaks are kept.
public struct TextElement: Sendable, Hashable, Codable {
    /// How a text is set.
    public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
        /// As running text.
        case body
        /// As the main text of the screen.
        case headline
        /// As a remark.
        case caption
        /// As code: in a font of equal widths, with all white space.
        case code

        /// Reads the value from its wire format; an unknown text reads as ``body``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .body) }
    }

    /// The element's key.
    public var id: String
    /// The text.
    public var text: String
    /// How it is set.
    public var style: Style
}
