extension String {
    /// The text with a visible replacement for every control and bidirectional character.
    ///
    /// C0 characters and DEL are replaced by their pictures (`␛`). The other characters are replaced by their numbers
    /// (`\u{202E}`): C1 characters, the marks, embeddings, overrides and isolates of the bidirectional algorithm (UAX
    /// #9), line and paragraph separators, invisible operators, and the byte order mark. Joiners (U+200C, U+200D) and
    /// variation selectors stay.
    package var madeVisible: String {
        guard utf8.contains(where: { !(0x20...0x7E).contains($0) }),
            unicodeScalars.contains(where: \.isHazardous)
        else { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0...0x1F: text.unicodeScalars.append(scalar.picture)
            case 0x7F: text += "␡"
            case _ where scalar.isHazardous: text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// This JSON text with a JSON escape for every character that ``madeVisible`` replaces.
    ///
    /// The result is equivalent JSON, and is safe to print on a terminal.
    ///
    /// Line feeds stay. They are never inside a JSON string (RFC 8259, section 7), so an escape would be invalid.
    package var escapedInJSON: String {
        guard unicodeScalars.contains(where: { $0.isHazardous && $0 != "\n" }) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            guard scalar.isHazardous, scalar != "\n" else {
                text.unicodeScalars.append(scalar)
                continue
            }
            // The number of each of these scalars has at most four hexadecimal digits.
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return text
    }
}

extension Unicode.Scalar {
    /// The picture of a C0 control character.
    fileprivate var picture: Unicode.Scalar { Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}" }

    /// Whether a terminal could execute the character, or could show later text in the reverse direction because of it.
    fileprivate var isHazardous: Bool {
        switch value {
        case 0...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xFFF9...0xFFFB: true
        default: false
        }
    }
}
