public import FeatureKit

/// A stored row that is no record of its type: a property is missing or of another type.
///
/// Another version of the program may have written it, or a person. It is left out of pages, so that the others are shown,
/// and stays in the store as it is: an export has it.
public struct UnreadableRecord: Error, Sendable, Hashable, Identifiable {
    /// The row's key.
    public let id: String
    /// The number of the change that wrote it.
    public let revision: Int64
    /// What is wrong with it, property by property.
    public let reason: String

    /// Creates the description of a row that cannot be read.
    public init(id: String, revision: Int64, reason: String) {
        (self.id, self.revision, self.reason) = (id, revision, reason)
    }
}

extension UnreadableRecord: CustomStringConvertible {
    /// A text for people.
    public var description: String {
        "the stored record \(FieldValue.quote(id)) cannot be read: \(reason); export the records to mend it"
    }
}

extension [UnreadableRecord] {
    /// What to say of records that are left out; `nil` for none.
    public var notice: Notice? {
        guard let first else { return nil }
        let others = count > 1 ? " (and \(count - 1) more)" : ""
        return Notice("Not everything is shown: \(first)\(others)", tone: .warning)
    }
}
