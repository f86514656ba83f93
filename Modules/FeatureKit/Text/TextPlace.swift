/// A place in a text, by line and character.
package struct TextPlace {
    /// The line, from 1.
    package private(set) var line = 1
    /// The character within the line, from 1 (Unicode scalars).
    package private(set) var column = 1

    /// Creates the place of a text's beginning.
    package init() {}

    /// Advances over the UTF-8 text that comes next.
    package mutating func advance(over bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        let lineFeed = UInt8(ascii: "\n")
        var rest = bytes
        if let last = bytes.lastIndex(of: lineFeed) {
            for byte in bytes where byte == lineFeed { line += 1 }
            column = 1
            rest = bytes[(last + 1)...]
        }
        // Every byte but those that continue a character begins one.
        for byte in rest where byte & 0b1100_0000 != 0b1000_0000 { column += 1 }
    }
}
