import Mustache

/// How text from anywhere becomes text of a page or of an attribute in quotes.
///
/// It goes by bytes. Mustache's own way goes by characters, where a quotation mark with an accent upon it is another
/// character than the mark, though a browser reads the mark alone and ends the attribute there.
struct PageText: MustacheContentType {
    func escapeText(_ text: String) -> String {
        var text = text
        return text.withUTF8 { utf8 in
            guard utf8.contains(where: PageText.isSpecial) else { return String(decoding: utf8, as: UTF8.self) }
            var escaped: [UInt8] = []
            escaped.reserveCapacity(utf8.count + 32)
            var previous: UInt8 = 0
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "&"): escaped += "&amp;".utf8
                case UInt8(ascii: "<"): escaped += "&lt;".utf8
                case UInt8(ascii: ">"): escaped += "&gt;".utf8
                case UInt8(ascii: "\""): escaped += "&quot;".utf8
                case UInt8(ascii: "'"): escaped += "&#39;".utf8
                case 0x09, 0x0A, 0x0D: escaped.append(byte)
                // Control characters are shown as what they are: U+2400 and following have pictures of them.
                case 0x00..<0x20: escaped += [0xE2, 0x90, 0x80 + byte]
                case 0x7F: escaped += [0xE2, 0x90, 0xA1]
                // The second byte of U+0080 to U+009F, which have none: U+FFFD.
                case 0x80..<0xA0 where previous == 0xC2:
                    escaped.replaceSubrange((escaped.count - 1)..., with: [0xEF, 0xBF, 0xBD])
                default: escaped.append(byte)
                }
                previous = byte
            }
            return String(decoding: escaped, as: UTF8.self)
        }
    }

    /// Whether a byte could need more than to be copied.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        case 0xC2, 0x7F: true
        default: byte < 0x20
        }
    }
}
