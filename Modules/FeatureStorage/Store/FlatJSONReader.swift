import FeatureKit

/// Reads one flat JSON object (RFC 8259) that a store wrote itself: fast, and without a word on what is wrong.
///
/// Another program may have written a text that is not safe to compare, which is repaired: it must be shown to be mended.
struct FlatJSONReader {
    private struct NotFlat: Error {}

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Reads the object and the end after it; members that are `null` are left out.
    mutating func object() throws -> [String: FieldValue] {
        var values: [String: FieldValue] = [:]
        try take("{")
        if try peek() == UInt8(ascii: "}") {
            index += 1
        } else {
            var hasMore = true
            while hasMore {
                let name = try string()
                try take(":")
                if let value = try value() { values[name] = value }
                hasMore = try peek() == UInt8(ascii: ",")
                try take(hasMore ? "," : "}")
            }
        }
        skipBlanks()
        guard index == bytes.count else { throw NotFlat() }
        return values
    }

    private mutating func skipBlanks() {
        while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
    }

    /// Skips blanks; the byte after them.
    private mutating func peek() throws -> UInt8 {
        if index < bytes.count, bytes[index] > 0x20 { return bytes[index] }
        skipBlanks()
        guard index < bytes.count else { throw NotFlat() }
        return bytes[index]
    }

    private mutating func take(_ byte: Unicode.Scalar) throws {
        guard try peek() == UInt8(ascii: byte) else { throw NotFlat() }
        index += 1
    }

    private mutating func value() throws -> FieldValue? {
        switch try peek() {
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", true)
        case UInt8(ascii: "f"): return try word("false", false)
        case UInt8(ascii: "n"): return try word("null", nil)
        default: return try number()
        }
    }

    private mutating func word(_ word: StaticString, _ value: FieldValue?) throws -> FieldValue? {
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[index...].starts(with: expected) else { throw NotFlat() }
        index += expected.count
        return value
    }

    /// Reads a number: whole if it is digits alone, so that `2.0` stays a decimal.
    private mutating func number() throws -> FieldValue {
        let digits = bytes[index...].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || "-+.eE".utf8.contains($0) }
        index = digits.endIndex
        let text = String(decoding: digits, as: UTF8.self)
        if let number = Int(text) { return .integer(number) }
        // A text such as 1e999 is read as infinity, which no store writes.
        guard let number = Double(text), number.isFinite else { throw NotFlat() }
        return .decimal(number)
    }

    private mutating func string() throws -> String {
        try take("\"")
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") { return try escapedString(from: start) }
            index += 1
        }
        defer { index += 1 }
        guard index < bytes.count else { throw NotFlat() }
        return StreamSafeText.repaired(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    /// Reads the rest of a string from its first escape.
    private mutating func escapedString(from start: Int) throws -> String {
        var plain = Array(bytes[start..<index])
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") {
                return StreamSafeText.repaired(String(decoding: plain, as: UTF8.self))
            }
            if byte == UInt8(ascii: "\\") { try escape(into: &plain) } else { plain.append(byte) }
        }
        throw NotFlat()
    }

    private mutating func escape(into plain: inout [UInt8]) throws {
        guard index < bytes.count else { throw NotFlat() }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "b"): plain.append(0x08)
        case UInt8(ascii: "f"): plain.append(0x0C)
        case UInt8(ascii: "n"): plain.append(0x0A)
        case UInt8(ascii: "r"): plain.append(0x0D)
        case UInt8(ascii: "t"): plain.append(0x09)
        case UInt8(ascii: "u"): plain.append(contentsOf: String(try scalar()).utf8)
        default: plain.append(byte)
        }
    }

    /// Reads the four digits of a `\u` escape, or two escapes that are a surrogate pair.
    private mutating func scalar() throws -> Character {
        let first = try unit()
        if let scalar = Unicode.Scalar(first) { return Character(scalar) }
        guard bytes[index...].starts(with: "\\u".utf8) else { throw NotFlat() }
        index += 2
        let second = try unit()
        guard (0xD800..<0xDC00).contains(first), (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw NotFlat() }
        return Character(scalar)
    }

    private mutating func unit() throws -> UInt32 {
        guard index + 4 <= bytes.count,
            let unit = UInt32(String(decoding: bytes[index..<(index + 4)], as: UTF8.self), radix: 16)
        else { throw NotFlat() }
        index += 4
        return unit
    }
}
