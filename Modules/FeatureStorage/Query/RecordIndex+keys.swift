package import FeatureKit

// The keys by which records are ordered and filtered. The first byte of the key of a value is 1, so that it comes after
// the empty key of a missing value. If a value does not fit the kind of its column, its first byte is 2.

extension RecordIndex.Column {
    /// The maximum number of bytes of a text in a key.
    static let textLimit = 200
    /// The maximum number of bytes of the key of another record in a key.
    static let referenceLimit = 1000

    /// Returns the key of a value; it is empty for a missing value.
    package func key(of value: FieldValue?) -> [UInt8] {
        key(of: value, foldedText: value.flatMap { foldedText(of: $0) })
    }

    /// Returns the folded text of a value; `nil` if the index neither searches for nor orders by this text.
    func foldedText(of value: FieldValue) -> String? {
        switch value {
        case .text(let text): SearchText.fold(text)
        case .integer, .decimal, .boolean: isSearched ? SearchText.fold(value.indexedText) : nil
        case .texts, .secret: nil
        }
    }

    func key(of value: FieldValue?, foldedText: String?) -> [UInt8] {
        guard let value else { return [] }
        switch (kind, value) {
        case (.integer, .integer(let number)): return [1] + bigEndian(UInt64(bitPattern: Int64(number)) ^ 1 << 63)
        case (.decimal, .decimal(let number)): return [1] + bigEndian(Self.ordered(number))
        case (.decimal, .integer(let number)): return [1] + bigEndian(Self.ordered(Double(number)))
        case (.boolean, .boolean(let flag)): return [1, flag ? 1 : 0]
        case (.choice, .text(let text)):
            guard let place = choices?.firstIndex(of: text) else { break }
            return [1, UInt8(truncatingIfNeeded: place >> 8), UInt8(truncatingIfNeeded: place)]
        case (.duration, .text(let text)):
            guard let (seconds, attoseconds) = Duration(fieldText: text)?.components else { break }
            return [1] + bigEndian(UInt64(bitPattern: seconds) ^ 1 << 63) + bigEndian(UInt64(bitPattern: attoseconds))
        case (.reference, .text(let id)): return [1] + id.utf8.prefix(Self.referenceLimit)
        case (.text, .text), (.date, .text), (.instant, .text):
            return [1] + (foldedText ?? "").utf8.prefix(Self.textLimit)
        default: break
        }
        return [2] + (foldedText ?? value.indexedText).utf8.prefix(Self.textLimit)
    }

    private func bigEndian(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    /// Returns a number whose order among such numbers is the order of the decimal numbers.
    ///
    /// The sign bit of a negative IEEE 754 number is set, and its other bits grow with its magnitude.
    private static func ordered(_ number: Double) -> UInt64 {
        let bits = (number == 0 ? 0 : number).bitPattern
        return bits >> 63 == 1 ? ~bits : bits | 1 << 63
    }
}

extension FieldValue {
    /// The text of the value in an index, which stores keep: a whole decimal number has a fraction there, as in "4.0".
    fileprivate var indexedText: String {
        if case .decimal(let number) = self { String(number) } else { description }
    }
}
