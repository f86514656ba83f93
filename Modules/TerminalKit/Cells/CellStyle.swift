/// The colours and attributes of a cell.
package struct CellStyle: Sendable, Hashable {
    /// The attributes of a cell besides its colours.
    package struct Attributes: OptionSet, Sendable, Hashable {
        /// The attributes as bits.
        package let rawValue: UInt8

        /// Creates attributes from bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Bold text.
        package static let bold = Attributes(rawValue: 1)
        /// Faint text.
        package static let dim = Attributes(rawValue: 2)
        /// Italic text.
        package static let italic = Attributes(rawValue: 4)
        /// Underlined text.
        package static let underline = Attributes(rawValue: 8)
        /// Text and background colours exchanged.
        package static let reverse = Attributes(rawValue: 16)
    }

    /// The text colour; `nil` for the terminal's default.
    package var foreground: Color?
    /// The background colour; `nil` for the terminal's default.
    package var background: Color?
    /// The attributes.
    package var attributes: Attributes

    /// Creates a style.
    package init(_ foreground: Color? = nil, on background: Color? = nil, _ attributes: Attributes = []) {
        (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
    }

    /// The terminal's default style.
    package static let plain = CellStyle()

    /// Returns the style with additional attributes.
    package func adding(_ more: Attributes) -> CellStyle {
        CellStyle(foreground, on: background, attributes.union(more))
    }

    /// Returns the control sequence that sets exactly this style (ECMA-48, SGR).
    func sequence(depth: Color.Depth) -> String {
        var text = "\u{1B}[0"
        for (attribute, code) in Self.codes where attributes.contains(attribute) { text += code }
        if let code = foreground?.codes(depth: depth, isBackground: false), !code.isEmpty { text += ";" + code }
        if let code = background?.codes(depth: depth, isBackground: true), !code.isEmpty { text += ";" + code }
        return (text == "\u{1B}[0" ? "\u{1B}[" : text) + "m"
    }

    private static let codes: [(Attributes, String)] = [
        (.bold, ";1"), (.dim, ";2"), (.italic, ";3"), (.underline, ";4"), (.reverse, ";7"),
    ]
}
