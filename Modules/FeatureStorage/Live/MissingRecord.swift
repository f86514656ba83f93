import FeatureKit

/// The error for a launch whose option `id` is not the key of a record.
struct MissingRecord: Error, CustomStringConvertible {
    let id: String

    /// The error message.
    var description: String { "there is no record \(FieldValue.quote(id)); it may have been deleted" }
}
