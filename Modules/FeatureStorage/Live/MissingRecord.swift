import FeatureKit

/// The error for a launch whose option `id` is not the key of a record.
struct MissingRecord: Error, CustomStringConvertible {
    let id: String

    /// The error message.
    var description: String { "There is no record \(FieldValue.quote(id)). It may have been deleted." }
}
