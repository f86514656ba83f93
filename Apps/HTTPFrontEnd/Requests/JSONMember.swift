import FeatureKit

/// A member of a JSON object that a client sent: a plain value, an object of such, or what no field takes.
enum JSONMember: Hashable {
    case value(FieldValue)
    case object([String: JSONLeaf])
    case other(String)
}

/// A member of an object in an object; nothing deeper is looked at.
enum JSONLeaf: Hashable {
    case value(FieldValue)
    /// No plain value: what it is, as a message names it.
    case other(String)

    static let object = "an object"
}
