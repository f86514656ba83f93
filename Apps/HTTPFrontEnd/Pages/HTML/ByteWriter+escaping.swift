import FeatureKit

extension ByteWriter {
    /// Writes text, escaped for the content of an element and for an attribute in double quotes.
    ///
    /// The escaping compares bytes and not characters. With characters, a quotation mark that has a combining accent
    /// would stay, and a browser would end the attribute there.
    ///
    /// - Parameters:
    ///   - utf8: The text.
    ///   - showsDirection: Whether bidirectional control characters are shown as such.
    mutating func append(escaping utf8: UnsafeBufferPointer<UInt8>, showsDirection: Bool) {
        let isPlain = isSpecial.withUnsafeBufferPointer { isSpecial in !utf8.contains { isSpecial[Int($0)] } }
        guard !isPlain else { return append(utf8) }
        var (previous, beforeThat): (UInt8, UInt8) = (0, 0)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "&"): append("&amp;")
            case UInt8(ascii: "<"): append("&lt;")
            case UInt8(ascii: ">"): append("&gt;")
            case UInt8(ascii: "\""): append("&quot;")
            case UInt8(ascii: "'"): append("&#39;")
            case 0x09, 0x0A, 0x0D: append(byte)
            // A control character is shown as its picture from U+2400 onwards.
            case 0x00..<0x20:
                append(0xE2)
                append(0x90)
                append(0x80 + byte)
            case 0x7F: append("\u{2421}")
            // This is the second byte of a character from U+0080 to U+009F. Such characters have no pictures and
            // become U+FFFD.
            case 0x80..<0xA0 where previous == 0xC2:
                removeAll(from: count - 1)
                append("\u{FFFD}")
            case _ where showsDirection && turnsDirection(beforeThat, previous, byte):
                let length = beforeThat == 0xE2 ? 2 : 1
                let code = length == 1 ? 0x061C : 0x2000 | UInt32(previous & 0x3F) << 6 | UInt32(byte & 0x3F)
                removeAll(from: count - length)
                append("\\u{")
                var digits = String(code, radix: 16, uppercase: true)
                digits.withUTF8 { append($0) }
                append("}")
            default: append(byte)
            }
            (beforeThat, previous) = (previous, byte)
        }
    }
}

/// Whether each byte may need escaping: control characters, quotes, and the first bytes of characters that are written as
/// other ones.
///
/// Looking a byte up takes half the time of comparing it.
private let isSpecial = (0...UInt8.max).map { byte in
    byte < 0x20 || "\"&'<>".utf8.contains(byte) || [0x7F, 0xC2, 0xD8, 0xE2].contains(byte)
}

/// Returns whether three bytes end with a bidirectional control character (Unicode Standard Annex 9, 2).
///
/// Such a character could change the direction of the text beside it.
private func turnsDirection(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch (first, second, third) {
    case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA6...0xA9): true
    default: second == 0xD8 && third == 0x9C
    }
}
