package import FeatureKit
package import FeatureStorage

/// A record as a file has it: its values have passed the rules of their fields.
package struct RecordFileRow: Sendable, Hashable {
    /// Which of the file's records it is, from 1.
    package let number: Int
    /// Where it stands.
    package let position: RecordFileError.Position
    /// Its key, if the file gives one.
    package let id: String?
    /// The plain values by the names of their fields; defaults are filled in, absent optionals left out.
    package let values: [String: FieldValue]

    /// Where it stands, in words.
    var place: String { position.index.map { "index \($0)" } ?? "line \(position.line ?? 0)" }
}
