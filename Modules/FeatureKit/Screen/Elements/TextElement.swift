/// A text on a screen.
///
/// Front ends keep the line breaks of the text.
public struct TextElement: Sendable, Hashable, Decodable {
    /// The appearance of a text.
    public enum Style: String, Sendable, Hashable, Decodable, CaseIterable {
        /// Normal text.
        case body
        /// The main text of the screen.
        case headline
        /// A remark, less prominent than normal text.
        case caption
        /// Code, in a monospaced font.
        ///
        /// All white space is kept.
        case code

        /// Decodes the value from its wire format.
        ///
        /// An unknown text decodes as ``body``.
        public init(from decoder: any Decoder) throws { self = try decoder.value(default: .body) }
    }

    /// The element's id.
    public var id: String
    /// The text.
    public var text: String
    /// The appearance of the text.
    public var style: Style
}
