extension [UInt8] {
    /// This JSON, which has no spaces, on several lines.
    ///
    /// An object or a list that does not fit into one line has a line for each of its parts.
    var indentedJSON: [UInt8] {
        let ends = ends
        var lines: [UInt8] = []
        var (margin, lineEnd) = (0, -1)
        func breakLine() { lines += [UInt8(ascii: "\n")] + [UInt8](repeating: UInt8(ascii: " "), count: margin) }
        forEachByte { index, byte, isText in
            switch byte {
            case _ where isText: lines.append(byte)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                lines.append(byte)
                guard index > lineEnd else { return }
                if ends[index] - index < Self.lineLength - margin {
                    lineEnd = ends[index]
                } else {
                    margin += 2
                    breakLine()
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if index > lineEnd {
                    margin -= 2
                    breakLine()
                }
                lines.append(byte)
            case UInt8(ascii: ","):
                lines.append(byte)
                if index > lineEnd { breakLine() } else { lines.append(UInt8(ascii: " ")) }
            case UInt8(ascii: ":"): lines += [byte, UInt8(ascii: " ")]
            default: lines.append(byte)
            }
        }
        return lines
    }

    /// The length of a line that needs no scrolling on most screens.
    private static var lineLength: Int { 88 }

    /// For the index of each opening bracket, the index of the closing one.
    private var ends: [Int] {
        var ends = [Int](repeating: 0, count: count)
        var open: [Int] = []
        forEachByte { index, byte, isText in
            guard !isText else { return }
            if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") { open.append(index) }
            if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]"), let start = open.popLast() {
                ends[start] = index
            }
        }
        return ends
    }

    /// Visits all bytes, with their indices and whether they are part of a text, its quotes included.
    private func forEachByte(_ body: (Int, UInt8, Bool) -> Void) {
        var (isText, isEscaped) = (false, false)
        for (index, byte) in enumerated() {
            let isQuote = byte == UInt8(ascii: "\"") && !isEscaped
            body(index, byte, isText || isQuote)
            if isQuote { isText.toggle() }
            isEscaped = isText && byte == UInt8(ascii: "\\") && !isEscaped
        }
    }
}
