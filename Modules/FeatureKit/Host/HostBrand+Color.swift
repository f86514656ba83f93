extension HostBrand {
    /// An opaque sRGB colour.
    ///
    /// In source code, write a literal such as `"#2f5bd0"`.
    public struct Color: Sendable, Hashable {
        /// The amount of red.
        package let red: UInt8
        /// The amount of green.
        package let green: UInt8
        /// The amount of blue.
        package let blue: UInt8

        /// Creates a colour from `#` and six hexadecimal digits; `nil` for any other text.
        public init?(hex text: String) {
            // The digits are checked too, because an integer may begin with a sign.
            guard text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit),
                let value = UInt32(text.dropFirst(), radix: 16)
            else { return nil }
            red = UInt8(value >> 16)
            green = UInt8(value >> 8 & 0xFF)
            blue = UInt8(value & 0xFF)
        }
    }
}

extension HostBrand.Color: ExpressibleByStringLiteral {
    /// Creates a colour from `#` and six hexadecimal digits; traps for any other literal.
    public init(stringLiteral text: String) {
        guard let color = Self(hex: text) else {
            preconditionFailure(
                "expected a colour as # and six hexadecimal digits, such as #2f5bd0, got \(FieldValue.quote(text))")
        }
        self = color
    }
}

extension HostBrand.Color: CustomStringConvertible {
    /// The colour as `#` and six hexadecimal digits in lower case, as in CSS.
    public var description: String {
        [red, green, blue].reduce("#") { $0 + ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}

extension HostBrand.Color {
    /// The relative luminance, from 0 for black to 1 for white (WCAG 2.2, "relative luminance").
    ///
    /// A square approximates the transfer function of sRGB.
    private var luminance: Double {
        func light(_ amount: UInt8) -> Double { Double(amount) * Double(amount) / (255 * 255) }
        return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue)
    }

    /// Whether black has more contrast on the colour than white has.
    package var isLight: Bool { luminance > 0.21 }

    /// Returns the colour, moved towards black or white until it is legible as text.
    ///
    /// The contrast with a background of at most 2 % luminance, or of at least 90 %, is at least 5.
    package func legible(onLight isLight: Bool) -> HostBrand.Color {
        let target = isLight ? 0.0 : 255.0
        for step in 0...20 {
            func moved(_ part: UInt8) -> UInt8 {
                UInt8((Double(part) + (target - Double(part)) * Double(step) / 20).rounded())
            }
            let color = HostBrand.Color(red: moved(red), green: moved(green), blue: moved(blue))
            let light = color.luminance + 0.05
            if isLight ? 0.95 / light >= 5 : light / 0.07 >= 5 { return color }
        }
        return isLight ? "#000000" : "#ffffff"
    }

    /// Creates a colour from its parts.
    private init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }
}
