package import FeatureKit

/// How a piece of text is set, in terms of meaning; colours are the terminal's own.
package struct TextStyle: Sendable, Hashable {
    /// Its mood.
    package var tone: Tone
    /// Whether it stands out.
    package var isBold: Bool
    /// Whether it stands back.
    package var isDim: Bool

    /// Creates a style.
    package init(tone: Tone = .plain, bold: Bool = false, dim: Bool = false) {
        (self.tone, isBold, isDim) = (tone, bold, dim)
    }

    /// As running text.
    package static let plain = TextStyle()
    /// As what matters most.
    package static let bold = TextStyle(bold: true)
    /// As a remark.
    package static let dim = TextStyle(dim: true)

    /// The control sequence that begins it (ECMA-48, SGR); `nil` for plain text.
    var sequence: String? {
        let codes = (isBold ? ["1"] : []) + (isDim ? ["2"] : []) + (tone.color.map { [$0] } ?? [])
        return codes.isEmpty ? nil : "\u{1B}[\(codes.joined(separator: ";"))m"
    }

    /// The control sequence that ends any style.
    static let end = "\u{1B}[0m"
}

extension Tone {
    /// A sign that says the same as the colour, for who sees none; all of width 1 in every locale.
    package var sign: String? {
        switch self {
        case .plain: nil
        case .accent: "◉"
        case .positive: "✓"
        case .warning: "!"
        case .critical: "✗"
        }
    }

    /// The colour's code in SGR.
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
