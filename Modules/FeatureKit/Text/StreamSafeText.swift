/// Checks that texts from outside are safe to compare, hash and split.
///
/// Swift normalises texts to compare and hash them. For that it sorts runs of combining marks. The sorting takes
/// quadratic time in the length of a run and cannot be cancelled: 64 KB of marks take a second, and 1 MiB takes
/// minutes. All code that reads bytes from outside (requests, files, arguments, servers) must check them here first.
/// Only then may a text reach `==`, a `Dictionary`, a `Set`, `hasPrefix` or `count`. A run may have at most 30 marks,
/// as in the Stream-Safe Text Format of Unicode (UAX #15, section 13). With such texts, each of these operations takes
/// linear time.
///
/// The checks read only bytes and scalars, in linear time.
package enum StreamSafeText {
    /// The greatest number of combining marks in a row (UAX #15, section 13).
    package static let markLimit = 30
    /// The greatest length, in bytes, of the name of a field, an option, a feature or a column from outside.
    package static let nameLimit = 200

    /// The rule, as a phrase for messages.
    package static let rule = "no more than \(markLimit) combining marks in a row"

    /// Returns whether a text has no run of more than ``markLimit`` combining marks.
    package static func contains(_ text: some StringProtocol) -> Bool {
        let utf8 = text.utf8
        guard utf8.count > markLimit else { return true }
        return utf8.withContiguousStorageIfAvailable { contains($0) } ?? Array(utf8).withUnsafeBufferPointer(contains)
    }

    /// Returns whether a text in UTF-8 has no run of more than ``markLimit`` combining marks.
    package static func contains(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        // The first combining mark, U+0300, begins with 0xCC.
        guard utf8.count > markLimit, utf8.contains(where: { $0 >= 0xCC }) else { return true }
        return !hasLongRun(utf8, hasEscapes: false)
    }

    /// Returns whether a JSON document in UTF-8 has no run of more than ``markLimit`` combining marks.
    ///
    /// An escape such as `\u0301` counts as the scalar that it encodes.
    package static func containsTexts(ofJSON bytes: some Collection<UInt8>) -> Bool {
        func check(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
            // A text without marks and without escapes has no run.
            guard utf8.count > markLimit, utf8.contains(where: { $0 >= 0xCC || $0 == UInt8(ascii: "\\") }) else {
                return true
            }
            return !hasLongRun(utf8, hasEscapes: true)
        }
        return bytes.withContiguousStorageIfAvailable(check) ?? Array(bytes).withUnsafeBufferPointer(check)
    }

    /// Returns whether a text is safe and at most ``nameLimit`` bytes long.
    package static func containsName(_ text: some StringProtocol) -> Bool {
        text.utf8.count <= nameLimit && contains(text)
    }

    /// Returns a safe version of a text.
    ///
    /// It inserts the invisible U+034F into runs that are too long (UAX #15, D4).
    ///
    /// Use this function only for stored texts, which must be shown even if they are unsafe. Refuse unsafe texts from
    /// outside.
    package static func repaired(_ text: String) -> String {
        guard !contains(text) else { return text }
        var repaired = String.UnicodeScalarView()
        var run = 0
        for scalar in text.unicodeScalars {
            run = isMark(scalar.value) ? run + 1 : 0
            if run > markLimit {
                repaired.append("\u{034F}")
                run = 1
            }
            repaired.append(scalar)
        }
        return String(repaired)
    }

    private static func hasLongRun(_ utf8: UnsafeBufferPointer<UInt8>, hasEscapes: Bool) -> Bool {
        var run = 0
        var index = 0
        while index < utf8.count {
            let (value, length) =
                hasEscapes && utf8[index] == UInt8(ascii: "\\")
                ? escapedScalar(utf8, at: index) : scalar(utf8, at: index)
            index += length
            run = isMark(value) ? run + 1 : 0
            if run > markLimit { return true }
        }
        return false
    }

    /// Returns the scalar that begins at a byte, and its length.
    ///
    /// An invalid byte counts as a scalar of length 1.
    private static func scalar(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (value: UInt32, length: Int) {
        let first = utf8[index]
        let length =
            switch first {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard length > 1, index + length <= utf8.count else { return (UInt32(first), 1) }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for byte in utf8[(index + 1)..<(index + length)] {
            guard byte & 0xC0 == 0x80 else { return (0, 1) }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return (value, length)
    }

    /// Returns the scalar of a JSON escape, and the length of the escape (RFC 8259, section 7).
    private static func escapedScalar(_ utf8: UnsafeBufferPointer<UInt8>, at index: Int) -> (value: UInt32, length: Int)
    {
        func unit(at index: Int) -> UInt32? {
            guard index + 6 <= utf8.count, utf8[index] == UInt8(ascii: "\\"), utf8[index + 1] == UInt8(ascii: "u")
            else {
                return nil
            }
            var value: UInt32 = 0
            for byte in utf8[(index + 2)..<(index + 6)] {
                guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
                value = value << 4 | UInt32(digit)
            }
            return value
        }
        guard let first = unit(at: index) else { return (0, min(2, utf8.count - index)) }
        guard (0xD800..<0xDC00).contains(first), let second = unit(at: index + 6), (0xDC00..<0xE000).contains(second)
        else { return (first, 6) }
        return (0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), 12)
    }

    /// Returns whether normalisation sorts a scalar.
    ///
    /// Normalisation sorts the scalar if its combining class is not 0, or if the combining class of the first scalar of
    /// its decomposition is not 0.
    private static func isMark(_ value: UInt32) -> Bool {
        switch value {
        // Fast path for most letters.
        case 0..<0x300, 0x370..<0x483, 0x3100..<0xA66F, 0xAC00..<0xFB1E: false
        // Each of these scalars decomposes into two marks (the non-starter decompositions of UAX #15).
        case 0x0F73, 0x0F75, 0x0F81: true
        default: Unicode.Scalar(value).map { $0.properties.canonicalCombiningClass != .notReordered } ?? false
        }
    }
}
