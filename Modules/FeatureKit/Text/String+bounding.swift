extension String {
    /// Returns the longest prefix that has at most `limit` bytes in UTF-8.
    ///
    /// The prefix never ends inside a scalar.
    package func prefix(utf8Count limit: Int) -> Substring {
        guard utf8.count > limit else { return self[...] }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return self[..<end]
    }

    /// Whether the text has a line break: LF, CR, a vertical tab, a form feed, NEL, U+2028 or U+2029 (UAX #14, class
    /// BK).
    package var hasLineBreak: Bool { unicodeScalars.contains(where: \.isLineBreak) }

    /// Returns whether both texts have the same bytes.
    ///
    /// Texts that are equal by `==` can have different bytes.
    package func hasBytes(of other: String) -> Bool {
        // Most texts that are compared have the same storage, and then the same bytes.
        if hasStorage(of: other) { return true }
        // Comparing the stored bytes takes a fraction of the time of iterating over both texts.
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    private func hasStorage(of other: String) -> Bool {
        withUnsafeBytes(of: self) { own in
            withUnsafeBytes(of: other) { other in
                stride(from: 0, to: own.count, by: MemoryLayout<UInt>.size).allSatisfy {
                    own.load(fromByteOffset: $0, as: UInt.self) == other.load(fromByteOffset: $0, as: UInt.self)
                }
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is LF, CR, a vertical tab, a form feed, NEL, U+2028 or U+2029 (UAX #14, class BK).
    var isLineBreak: Bool {
        switch value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }
}
