package import FeatureKit

/// A text style that is chosen by meaning.
///
/// Its colour comes from the terminal's palette.
package struct TextStyle: Sendable, Hashable {
    /// The tone, which decides the colour.
    package var tone: Tone
    /// Whether the text is bold.
    package var isBold: Bool
    /// Whether the text is faint.
    package var isDim: Bool

    /// Creates a style.
    package init(tone: Tone = .plain, bold: Bool = false, dim: Bool = false) {
        (self.tone, isBold, isDim) = (tone, bold, dim)
    }

    /// The style of running text.
    package static let plain = TextStyle()
    /// The style of important text.
    package static let bold = TextStyle(bold: true)
    /// The style of secondary text.
    package static let dim = TextStyle(dim: true)

    /// The control sequence that starts the style (ECMA-48, SGR); `nil` for plain text.
    var sequence: String? {
        let codes = (isBold ? ["1"] : []) + (isDim ? ["2"] : []) + (tone.color.map { [$0] } ?? [])
        return codes.isEmpty ? nil : "\u{1B}[\(codes.joined(separator: ";"))m"
    }

    /// The control sequence that ends any style.
    static let end = "\u{1B}[0m"
}

extension Tone {
    /// A sign with the same meaning as the colour, for output without colours.
    ///
    /// The sign is one cell wide in every locale.
    package var sign: String? {
        switch self {
        case .plain: nil
        case .accent: "◉"
        case .positive: "✓"
        case .warning: "!"
        case .critical: "✗"
        }
    }

    /// The SGR code of the colour.
    fileprivate var color: String? {
        switch self {
        case .plain: nil
        case .accent: "36"
        case .positive: "32"
        case .warning: "33"
        case .critical: "31"
        }
    }
}
