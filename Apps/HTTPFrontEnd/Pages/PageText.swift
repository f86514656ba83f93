import Mustache

/// Escapes text for a page's content and its quoted attributes.
///
/// The escaping compares bytes. Mustache's own escaping compares characters: it does not escape a quotation mark that
/// has a combining accent. A browser would end the attribute at that quotation mark.
struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String { PageText.escape(text, showsDirection: true) }

    /// Escapes text as the value of a control.
    ///
    /// The value keeps bidirectional control characters, because the browser sends it back.
    static func value(_ text: String) -> String { escape(text, showsDirection: false) }

    private static func escape(_ text: String, showsDirection: Bool) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            guard utf8.contains(where: PageText.isSpecial) else { return String(decoding: utf8, as: UTF8.self) }
            var escaped: [UInt8] = []
            escaped.reserveCapacity(utf8.count + 32)
            var (previous, beforeThat): (UInt8, UInt8) = (0, 0)
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "&"): escaped += "&amp;".utf8
                case UInt8(ascii: "<"): escaped += "&lt;".utf8
                case UInt8(ascii: ">"): escaped += "&gt;".utf8
                case UInt8(ascii: "\""): escaped += "&quot;".utf8
                case UInt8(ascii: "'"): escaped += "&#39;".utf8
                case 0x09, 0x0A, 0x0D: escaped.append(byte)
                // A control character is shown as its picture from U+2400 onwards.
                case 0x00..<0x20: escaped += [0xE2, 0x90, 0x80 + byte]
                case 0x7F: escaped += [0xE2, 0x90, 0xA1]
                // This is the second byte of a character from U+0080 to U+009F. Such characters have no pictures and
                // become U+FFFD.
                case 0x80..<0xA0 where previous == 0xC2:
                    escaped.replaceSubrange((escaped.count - 1)..., with: [0xEF, 0xBF, 0xBD])
                case _ where showsDirection && turnsDirection(beforeThat, previous, byte):
                    let length = beforeThat == 0xE2 ? 2 : 1
                    let code = length == 1 ? 0x061C : 0x2000 | UInt32(previous & 0x3F) << 6 | UInt32(byte & 0x3F)
                    escaped.removeLast(length)
                    escaped += "\\u{\(String(code, radix: 16, uppercase: true))}".utf8
                default: escaped.append(byte)
                }
                (beforeThat, previous) = (previous, byte)
            }
            return String(decoding: escaped, as: UTF8.self)
        }
    }

    /// Returns whether three bytes end with a bidirectional control character (Unicode Standard Annex 9, 2).
    ///
    /// Such a character could change the direction of the text beside it.
    private static func turnsDirection(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
        switch (first, second, third) {
        case (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA6...0xA9): true
        default: second == 0xD8 && third == 0x9C
        }
    }

    /// Returns whether a byte may need escaping.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        case 0xC2, 0x7F, 0xE2, 0xD8: true
        default: byte < 0x20
        }
    }
}
