package import FeatureKit

/// Writes a row's values as one flat JSON object and reads them again: for stores that keep text.
///
/// Unlike files, it tells `2.0` from `2`: what comes back is what was written.
package enum RowValues {
    /// Returns the object's text; it holds no NUL.
    package static func json(_ values: [String: FieldValue]) -> String {
        var writer = JSONWriter(capacity: 128)
        writer.object(values)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the values of an object's text, or `nil` if it is no flat object.
    package static func values(_ json: UnsafeBufferPointer<UInt8>) -> [String: FieldValue]? {
        var reader = FlatJSONReader(bytes: json)
        return try? reader.object()
    }
}
