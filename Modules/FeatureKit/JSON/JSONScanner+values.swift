extension JSONScanner {
    /// Decodes the text of a string.
    ///
    /// The returned text is safe to compare and hash.
    package func text(_ text: Text) throws(TextFault) -> String {
        let raw = UnsafeBufferPointer(rebasing: bytes[text.range])
        guard text.hasEscapes else { return try utf8Text(raw) }
        return try unescaped(raw).withUnsafeBufferPointer { bytes throws(TextFault) in try utf8Text(bytes) }
    }

    /// Decodes the text of a stored string.
    ///
    /// The unsafe parts of the text are repaired, so that people can see and correct the text.
    ///
    /// - Throws: ``TextFault/halfSurrogatePair``.
    package func storedText(_ text: Text) throws(TextFault) -> String {
        let raw = UnsafeBufferPointer(rebasing: bytes[text.range])
        let text =
            text.hasEscapes ? String(decoding: try unescaped(raw), as: UTF8.self) : String(decoding: raw, as: UTF8.self)
        return StreamSafeText.repaired(text)
    }

    /// Returns the bytes of a string with its escapes decoded.
    private func unescaped(_ raw: UnsafeBufferPointer<UInt8>) throws(TextFault) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(raw.count)
        var index = 0
        while index < raw.count {
            guard raw[index] == UInt8(ascii: "\\") else {
                plain.append(raw[index])
                index += 1
                continue
            }
            switch raw[index + 1] {
            case UInt8(ascii: "b"): plain.append(0x08)
            case UInt8(ascii: "f"): plain.append(0x0C)
            case UInt8(ascii: "n"): plain.append(0x0A)
            case UInt8(ascii: "r"): plain.append(0x0D)
            case UInt8(ascii: "t"): plain.append(0x09)
            case UInt8(ascii: "u"):
                guard let (scalar, length) = Self.scalar(in: raw, at: index) else { throw .halfSurrogatePair }
                plain.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
                index += length
                continue
            case let byte: plain.append(byte)
            }
            index += 2
        }
        return plain
    }

    /// Decodes the text of a key.
    ///
    /// Returns `nil` if the key cannot be the name of a field.
    package func name(_ key: Text) -> String? {
        // In JSON, each byte of a name takes at most six bytes, because it can be written as an escape.
        guard key.range.count <= 6 * StreamSafeText.nameLimit, let name = try? text(key) else { return nil }
        return StreamSafeText.containsName(name) ? name : nil
    }

    /// Decodes a `\u` escape, or two such escapes that form a surrogate pair.
    ///
    /// Returns the scalar and the length in bytes.
    private static func scalar(in raw: UnsafeBufferPointer<UInt8>, at index: Int) -> (Unicode.Scalar, Int)? {
        func unit(at index: Int) -> UInt32? {
            guard index + 6 <= raw.count, raw[index] == UInt8(ascii: "\\"), raw[index + 1] == UInt8(ascii: "u") else {
                return nil
            }
            return UInt32(String(decoding: raw[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
        }
        guard let first = unit(at: index) else { return nil }
        if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
        guard (0xD800..<0xDC00).contains(first), let second = unit(at: index + 6), (0xDC00..<0xE000).contains(second)
        else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)).map { ($0, 12) }
    }

    /// Decodes a number by its notation: `2` is an integer, and `2.0` is a decimal.
    ///
    /// Returns `nil` if the number is beyond the range of a double.
    package func writtenValue(_ range: Range<Int>, isWhole: Bool) -> FieldValue? {
        let digits = String(decoding: bytes[range], as: UTF8.self)
        if isWhole, let number = Int(digits) { return .integer(number) }
        return Double(digits).flatMap { $0.isFinite ? .decimal($0) : nil }
    }

    /// Decodes a number by its value: a whole number below 2⁵³ is an integer, even if it is written as `2.0`.
    ///
    /// Returns `nil` if the number is beyond the range of a double.
    package func value(_ range: Range<Int>, isWhole: Bool) -> FieldValue? {
        let written = writtenValue(range, isWhole: isWhole)
        guard !isWhole, case .decimal(let number)? = written, number.magnitude < 0x1p53, isWholeByDigits(range) else {
            return written
        }
        return Int(exactly: number).map { .integer($0) } ?? written
    }

    /// Returns whether a number with a fraction or an exponent is a whole number.
    ///
    /// Looks at the digits, because a double rounds 2.0000000000000000001 to 2.
    private func isWholeByDigits(_ range: Range<Int>) -> Bool {
        let mantissa = bytes[range].prefix { $0 | 0x20 != UInt8(ascii: "e") }
        guard let last = mantissa.lastIndex(where: { UInt8(ascii: "1") <= $0 && $0 <= UInt8(ascii: "9") }) else {
            return true
        }
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
        // The place of the last digit after the point: 1 for tenths, 0 for ones, -1 for tens.
        let place = last > point ? last - point : last - point + 1
        let exponent = String(decoding: bytes[mantissa.endIndex..<range.upperBound].dropFirst(), as: UTF8.self)
        guard !exponent.isEmpty else { return place <= 0 }
        return Int(exponent).map { place <= $0 } ?? !exponent.hasPrefix("-")
    }
}
