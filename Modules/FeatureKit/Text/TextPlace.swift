/// A position in a text, as line and column.
package struct TextPlace {
    /// The number of the line.
    ///
    /// The first line is 1.
    package private(set) var line = 1
    /// The column, counted in Unicode scalars.
    ///
    /// The first column is 1.
    package private(set) var column = 1

    /// Creates the position at the beginning of a text.
    package init() {}

    /// Advances the position over the next bytes of UTF-8.
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
