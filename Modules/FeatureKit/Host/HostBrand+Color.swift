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
