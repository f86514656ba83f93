/// A scanner for JSON (RFC 8259).
///
/// The same scanner reads files, stored rows and requests. The bytes that it scans may be incomplete.
///
/// The scanner allocates memory only for open brackets. It does not recurse, so hostile nesting cannot overflow the
/// stack.
package struct JSONScanner {
    /// The reason why a step failed.
    package enum Stop: Error {
        /// More bytes are needed.
        case incomplete
        /// The bytes are not JSON.
        case malformed(at: Int, message: String)
    }

    /// A string in the scanned bytes, without its quotes.
    package struct Text {
        /// The range of the bytes.
        package let range: Range<Int>
        /// Whether the string has escapes such as `\n`.
        package let hasEscapes: Bool
    }

    /// The bytes of the JSON.
    package let bytes: UnsafeBufferPointer<UInt8>
    /// Whether no more bytes of the JSON follow.
    package let isLast: Bool
    /// The noun for the bytes in messages, such as `file`.
    private let source: StaticString
    /// The index at which the next step begins.
    package private(set) var index: Int

    /// Creates a scanner at the first byte.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the JSON. They must outlive the scanner.
    ///   - isLast: Whether no more bytes of the JSON follow.
    ///   - source: The noun for the bytes in messages.
    package init(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool = true, source: StaticString = "file") {
        (self.bytes, index, self.isLast, self.source) = (bytes, 0, isLast, source)
    }

    /// Skips white space, and returns the next byte without skipping it.
    ///
    /// Returns `nil` at the end of the bytes.
    package mutating func peekOrEnd() throws(Stop) -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            case let byte: return byte
            }
        }
        if isLast { return nil }
        throw .incomplete
    }

    /// Skips white space, and returns the next byte without skipping it.
    package mutating func peek(_ expected: @autoclosure () -> String) throws(Stop) -> UInt8 {
        guard let byte = try peekOrEnd() else { throw unexpected(expected()) }
        return byte
    }

    /// Skips the byte that `peek` has returned.
    package mutating func advance() { index += 1 }

    /// Skips white space and the expected byte.
    package mutating func take(_ byte: Unicode.Scalar, _ expected: @autoclosure () -> String) throws(Stop) {
        guard try peek(expected()) == UInt8(ascii: byte) else { throw unexpected(expected()) }
        index += 1
    }

    /// Skips a string, and returns it.
    ///
    /// The scanner must be at the opening quote.
    package mutating func string() throws(Stop) -> Text {
        let start = index + 1
        var hasEscapes = false
        var position = start
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                index = position + 1
                return Text(range: start..<position, hasEscapes: hasEscapes)
            } else if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                position += try escape(at: position)
            } else if byte < 0x20 {
                index = position
                throw unexpected("a closing quote (a line break in text is written \\n)")
            } else {
                position += 1
            }
        }
        guard isLast else { throw .incomplete }
        index = bytes.count
        throw unexpected("a closing quote")
    }

    /// Returns the length of the escape that begins at a backslash.
    private mutating func escape(at position: Int) throws(Stop) -> Int {
        guard position + 1 < bytes.count else { return 1 }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            let digits = bytes[(position + 2)..<min(position + 6, bytes.count)]
            if digits.allSatisfy(\.isHexadecimalDigit) { return 2 + digits.count }
        default: break
        }
        index = position
        throw unexpected("an escape such as \\n or \\u00e9 (a backslash itself is written \\\\)")
    }

    /// Skips a number.
    ///
    /// - Returns: The range of the number, and whether it is written without a fraction and without an exponent.
    package mutating func number() throws(Stop) -> (range: Range<Int>, isWhole: Bool) {
        var position = index
        func digits() -> Int {
            let start = position
            while position < bytes.count, bytes[position].isDigit { position += 1 }
            return position - start
        }
        func has(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
            position < bytes.count
                && (bytes[position] == UInt8(ascii: first) || bytes[position] == UInt8(ascii: second))
        }
        if has("-", "-") { position += 1 }
        let whole = position
        var isGood = digits() > 0 && (position - whole == 1 || bytes[whole] != UInt8(ascii: "0"))
        var isWhole = true
        if isGood, has(".", ".") {
            isWhole = false
            position += 1
            isGood = digits() > 0
        }
        if isGood, has("e", "E") {
            isWhole = false
            position += 1
            if has("+", "-") { position += 1 }
            isGood = digits() > 0
        }
        // If the last byte is a digit, the number may continue in bytes that are still missing.
        guard position < bytes.count || isLast else { throw .incomplete }
        guard isGood else { throw unexpected("a number such as -1, 0.5 or 2e3") }
        defer { index = position }
        return (index..<position, isWhole)
    }

    /// Skips an expected `true`, `false` or `null`.
    package mutating func take(literal: StaticString) throws(Stop) {
        let word = UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount)
        let found = bytes[index..<min(index + word.count, bytes.count)]
        guard word.starts(with: found) else { throw unexpected(Self.anyValue) }
        guard found.count == word.count else {
            if isLast { throw unexpected(Self.anyValue) } else { throw .incomplete }
        }
        index += word.count
    }

    /// Skips any value.
    ///
    /// - Parameter depthLimit: The greatest depth of nested lists and objects.
    package mutating func skipValue(depthLimit: Int = .max) throws(Stop) {
        var open: [UInt8] = []
        repeat {
            let first = try peek(Self.anyValue)
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "["), open.count >= depthLimit {
                throw .malformed(at: index, message: "expected at most \(depthLimit) nested objects and lists")
            }
            switch first {
            case UInt8(ascii: "{"):
                index += 1
                if try peek("a key in quotes or '}'") == UInt8(ascii: "}") {
                    index += 1
                } else {
                    open.append(UInt8(ascii: "}"))
                    try skipKey()
                    continue
                }
            case UInt8(ascii: "["):
                index += 1
                if try peek("a value or ']'") == UInt8(ascii: "]") {
                    index += 1
                } else {
                    open.append(UInt8(ascii: "]"))
                    continue
                }
            case UInt8(ascii: "\""): _ = try string()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
            case UInt8(ascii: "t"): try take(literal: "true")
            case UInt8(ascii: "f"): try take(literal: "false")
            case UInt8(ascii: "n"): try take(literal: "null")
            default: throw unexpected(Self.anyValue)
            }
            try skipEnds(&open)
        } while !open.isEmpty
    }

    /// Skips the tokens after a value: the ends of lists and objects, or the comma before the next value.
    private mutating func skipEnds(_ open: inout [UInt8]) throws(Stop) {
        while let end = open.last {
            let expected = "',' or '\(Unicode.Scalar(end))'"
            switch try peek(expected) {
            case end:
                index += 1
                open.removeLast()
            case UInt8(ascii: ","):
                index += 1
                if end == UInt8(ascii: "}") { try skipKey() }
                return
            default: throw unexpected(expected)
            }
        }
    }

    private mutating func skipKey() throws(Stop) {
        _ = try key()
    }

    /// Skips white space, a key and its colon.
    package mutating func key() throws(Stop) -> Text {
        guard try peek("a key in quotes") == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
        let key = try string()
        try take(":", "':' after the key")
        return key
    }

    /// The phrase with which messages describe all kinds of JSON values.
    package static let anyValue = "a value (text in quotes, a number, true, false, null, a list or an object)"

    /// Returns the error for an unexpected token.
    ///
    /// Returns ``Stop/incomplete`` if the token may be truncated.
    package func unexpected(_ expected: String) -> Stop {
        if !isLast, bytes.count - index < Self.longestWord { return .incomplete }
        return .malformed(at: index, message: "expected \(expected), got \(found)")
    }

    private static let longestWord = 20

    private var found: String {
        guard index < bytes.count else { return "the end of the \(source)" }
        let word = bytes[index...].prefix(Self.longestWord).prefix { $0.isWordPart }
        if !word.isEmpty { return String(decoding: word, as: UTF8.self) }
        switch bytes[index] {
        case 0x0A, 0x0D: return "a line break"
        case 0x09: return "a tab"
        case 0..<0x20, 0x7F: return "the byte \(bytes[index])"
        default:
            let character = String(decoding: bytes[index...].prefix(Self.longestWord), as: UTF8.self).prefix(1)
            return "'\(character)'"
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { UInt8(ascii: "0") <= self && self <= UInt8(ascii: "9") }
    fileprivate var isLetter: Bool { UInt8(ascii: "a") <= self | 0x20 && self | 0x20 <= UInt8(ascii: "z") }
    fileprivate var isHexadecimalDigit: Bool { isDigit || isLetter && self | 0x20 <= UInt8(ascii: "f") }
    fileprivate var isWordPart: Bool {
        isDigit || isLetter || self == UInt8(ascii: "-") || self == UInt8(ascii: "+") || self == UInt8(ascii: ".")
    }
}
