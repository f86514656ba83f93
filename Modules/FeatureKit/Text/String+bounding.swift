extension String {
    /// The beginning of the text, in at most so many bytes of UTF-8; no scalar is cut.
    package func prefix(utf8Count limit: Int) -> Substring {
        guard utf8.count > limit else { return self[...] }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return self[..<end]
    }

    /// Whether the text has a line break: LF, CR, a vertical tab, a form feed, NEL, U+2028 or U+2029 (UAX #14, class BK).
    package var hasLineBreak: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
            default: false
            }
        }
    }

    /// Whether both texts have the same bytes; of two texts that `==` calls equal they may differ.
    package func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
