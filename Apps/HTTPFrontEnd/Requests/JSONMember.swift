import FeatureKit

/// The value of a member in a client's JSON object: a plain value, an object, or a value that no field accepts.
enum JSONMember: Hashable {
    case value(FieldValue)
    case object([String: JSONLeaf])
    case other(String)

    /// The value of a member that is `null`.
    static let null = JSONMember.other("null")
}

/// The value of a member in a nested object.
///
/// Only plain values of nested objects are parsed.
enum JSONLeaf: Hashable {
    case value(FieldValue)
    /// A value that is not plain, with the words that messages use for its kind.
    case other(String)

    static let object = "an object"
}
