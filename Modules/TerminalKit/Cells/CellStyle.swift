/// How a cell is set: colours and attributes.
package struct CellStyle: Sendable, Hashable {
    /// What can be added to a cell besides colours.
    package struct Attributes: OptionSet, Sendable, Hashable {
        /// The attributes as bits.
        package let rawValue: UInt8

        /// Creates attributes from bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Stands out.
        package static let bold = Attributes(rawValue: 1)
        /// Stands back.
        package static let dim = Attributes(rawValue: 2)
        /// Slanted.
        package static let italic = Attributes(rawValue: 4)
        /// Underlined.
        package static let underline = Attributes(rawValue: 8)
        /// Colours of text and ground exchanged.
        package static let reverse = Attributes(rawValue: 16)
    }

    /// The colour of the text; `nil` for the terminal's own.
    package var foreground: Color?
    /// The colour of the ground; `nil` for the terminal's own.
    package var background: Color?
    /// What is added.
    package var attributes: Attributes

    /// Creates a style.
    package init(_ foreground: Color? = nil, on background: Color? = nil, _ attributes: Attributes = []) {
        (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
    }

    /// As the terminal writes by itself.
    package static let plain = CellStyle()

    /// The style with more attributes.
    package func adding(_ more: Attributes) -> CellStyle {
        CellStyle(foreground, on: background, attributes.union(more))
    }

    /// The control sequence that sets it, whatever was set before (ECMA-48, SGR).
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
