import FeatureKit

/// The value of a member in a client's JSON object: a plain value, an object of plain values, or a value that no field
/// takes.
enum JSONMember: Hashable {
    case value(FieldValue)
    case object([String: JSONLeaf])
    case other(String)

    /// A member without a value.
    static let null = JSONMember.other("null")
}

/// The value of a member in a nested object.
///
/// Deeper values are not parsed.
enum JSONLeaf: Hashable {
    case value(FieldValue)
    /// Not a plain value; its kind as messages name it.
    case other(String)

    static let object = "an object"
}
