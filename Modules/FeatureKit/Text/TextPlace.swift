/// A place in a text, by line and character.
package struct TextPlace {
    /// The line, from 1.
    package private(set) var line = 1
    /// The character within the line, from 1 (Unicode scalars).
    package private(set) var column = 1

    /// Creates the place at the beginning of a text.
    package init() {}

    /// Advances over the next UTF-8 bytes.
    package mutating func advance(over bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        let lineFeed = UInt8(ascii: "\n")
        var rest = bytes
        if let last = bytes.lastIndex(of: lineFeed) {
            for byte in bytes where byte == lineFeed { line += 1 }
            column = 1
            rest = bytes[(last + 1)...]
        }
        // Every byte except a continuation byte begins a scalar.
        for byte in rest where byte & 0b1100_0000 != 0b1000_0000 { column += 1 }
    }
}
