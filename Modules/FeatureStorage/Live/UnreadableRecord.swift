public import FeatureKit

/// A stored row that is not a valid record of its type, because a property is missing or has another type.
///
/// Another version of the program, or a person, may have written the row. Pages leave this row out and show the other
/// rows. The row stays in the store unchanged, and exports include it.
public struct UnreadableRecord: Error, Sendable, Hashable, Identifiable {
    /// The row's key.
    public let id: String
    /// The number of the change that wrote the row.
    public let revision: Int64
    /// A text that says why each invalid property is invalid.
    public let reason: String

    /// Creates a description of a row that cannot be read.
    public init(id: String, revision: Int64, reason: String) {
        (self.id, self.revision, self.reason) = (id, revision, reason)
    }
}

extension UnreadableRecord: CustomStringConvertible {
    /// The error message.
    public var description: String {
        "the stored record \(FieldValue.quote(id)) cannot be read: \(reason); export the records to correct it"
    }
}

extension [UnreadableRecord] {
    /// A warning that names the first unreadable record, or `nil` if all records are readable.
    public var notice: Notice? {
        guard let first else { return nil }
        let others = count > 1 ? " (and \(count - 1) more)" : ""
        return Notice("Not everything is shown: \(first)\(others)", tone: .warning)
    }
}
