package import FeatureKit

/// Encodes a row's values as one flat JSON object and decodes them, for stores that keep text.
///
/// Unlike record files, it distinguishes `2.0` from `2`, so values survive a round trip. It repairs text that is not
/// safe to compare, such as another program may have written, so that a screen can show it and a person can correct it.
package enum RowValues {
    /// Returns the object's text, which contains no NUL.
    package static func json(_ values: [String: FieldValue]) -> String {
        var writer = JSONWriter(capacity: 128)
        writer.object(values)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the values in an object's text, or `nil` if the text is not a flat object.
    ///
    /// Leaves out members that are `null`.
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
