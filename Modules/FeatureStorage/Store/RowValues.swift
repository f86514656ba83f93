package import FeatureKit

/// Encodes a row's values as one flat JSON object and decodes them, for stores that keep values as text.
///
/// Unlike record files, this encoding distinguishes `2.0` from `2`, so decoding returns the original values. Another
/// program may have written text that takes very long to compare. Decoding repairs such text, so that a screen can show
/// it and a person can correct it.
package enum RowValues {
    /// Returns the values as the text of a JSON object.
    ///
    /// The text contains no NUL.
    package static func json(_ values: [String: FieldValue]) -> String {
        var writer = JSONWriter(capacity: 128)
        writer.object(values)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the values of a JSON object, or `nil` if the text is not a flat JSON object.
    ///
    /// The result contains no entry for a member that is `null`.
    package static func values(_ json: UnsafeBufferPointer<UInt8>) -> [String: FieldValue]? {
        var scanner = JSONScanner(json)
        return try? object(&scanner)
    }

    private static func object(_ scanner: inout JSONScanner) throws -> [String: FieldValue] {
        var values: [String: FieldValue] = [:]
        try scanner.take("{", "")
        if try scanner.peek("") == UInt8(ascii: "}") {
            scanner.advance()
        } else {
            var hasMore = true
            while hasMore {
                let name = try scanner.storedText(try scanner.key())
                if let value = try value(&scanner) { values[name] = value }
                hasMore = try scanner.peek("") == UInt8(ascii: ",")
                try scanner.take(hasMore ? "," : "}", "")
            }
        }
        guard try scanner.peekOrEnd() == nil else { throw scanner.unexpected("") }
        return values
    }

    private static func value(_ scanner: inout JSONScanner) throws -> FieldValue? {
        switch try scanner.peek("") {
        case UInt8(ascii: "\""): return .text(try scanner.storedText(try scanner.string()))
        case UInt8(ascii: "t"):
            try scanner.take(literal: "true")
            return true
        case UInt8(ascii: "f"):
            try scanner.take(literal: "false")
            return false
        case UInt8(ascii: "n"):
            try scanner.take(literal: "null")
            return nil
        default:
            let (digits, isWhole) = try scanner.number()
            guard let value = scanner.writtenValue(digits, isWhole: isWhole) else { throw scanner.unexpected("") }
            return value
        }
    }
}
