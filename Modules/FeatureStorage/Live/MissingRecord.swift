import FeatureKit

/// The error for a launch that shows one record if this record does not exist.
struct MissingRecord: Error, CustomStringConvertible {
    let id: String

    /// The error message.
    var description: String { "there is no record \(FieldValue.quote(id)); it may have been deleted" }
}
