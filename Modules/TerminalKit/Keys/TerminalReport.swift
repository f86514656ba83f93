/// The answer of a terminal to a question about its colours (xterm, "Operating System Commands", OSC 11).
struct TerminalReport {
    /// The bytes between `ESC ]` and the terminator.
    let content: ArraySlice<UInt8>

    /// The event; `nil` for an unknown report.
    ///
    /// A colour is written as `11;rgb:RRRR/GGGG/BBBB`, with one to four hexadecimal digits for each part.
    var key: KeyPress? {
        let text = String(decoding: content, as: UTF8.self)
        guard text.hasPrefix("11;rgb"), let colon = text.firstIndex(of: ":") else { return nil }
        let parts = text[text.index(after: colon)...].split(separator: "/").map(Self.part)
        guard parts.count >= 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
        return KeyPress(.background(red: red, green: green, blue: blue))
    }

    /// Returns a part of a colour on the scale from 0 to 255.
    private static func part(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit), let value = Int(digits, radix: 16)
        else { return nil }
        return UInt8(value * 255 / ((1 << (4 * digits.utf8.count)) - 1))
    }
}
