package import FeatureKit
package import FeatureStorage

/// A record from a file; its values have passed the rules of their fields.
package struct RecordFileRow: Sendable, Hashable {
    /// The record's number in the file, from 1.
    package let number: Int
    /// The record's place in the file.
    package let position: RecordFileError.Position
    /// The record's key, if the file has one.
    package let id: String?
    /// The plain values, keyed by field name, with defaults filled in and without absent optionals.
    package let values: [String: FieldValue]

    /// The place in words.
    var place: String { position.index.map { "index \($0)" } ?? "line \(position.line ?? 0)" }
}
