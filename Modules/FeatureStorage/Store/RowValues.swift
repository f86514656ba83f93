package import FeatureKit

/// Writes a row's values as one flat JSON object and reads them again: for stores that keep text.
///
/// Unlike files, it tells `2.0` from `2`: what comes back is what was written. A text that another program wrote and that is
/// not safe to compare is repaired: it must be shown to be mended.
package enum RowValues {
    /// Returns the object's text; it holds no NUL.
    package static func json(_ values: [String: FieldValue]) -> String {
        var writer = JSONWriter(capacity: 128)
        writer.object(values)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the values of an object's text, or `nil` if it is no flat object.
    ///
    /// Members that are `null` are left out.
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
