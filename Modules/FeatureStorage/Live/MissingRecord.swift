import FeatureKit

/// The error of a launch that shows one record, and there is no such record.
struct MissingRecord: Error, CustomStringConvertible {
    let id: String

    /// A text for people.
    var description: String { "there is no record \(FieldValue.quote(id)); it may have been deleted" }
}
