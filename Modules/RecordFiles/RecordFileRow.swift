package import FeatureKit
package import FeatureStorage

/// A record from a file.
///
/// Its values satisfy the rules of their fields.
package struct RecordFileRow: Sendable, Hashable {
    /// The record's number in the file, from 1.
    package let number: Int
    /// The record's position in the file.
    package let position: RecordFileError.Position
    /// The record's key, or `nil` if the record has no `id` in the file.
    package let id: String?
    /// The plain values, keyed by field name, with defaults filled in.
    ///
    /// An optional field without a value has no entry.
    package let values: [String: FieldValue]

    /// The position as text.
    var place: String { position.index.map { "index \($0)" } ?? "line \(position.line ?? 0)" }
}
