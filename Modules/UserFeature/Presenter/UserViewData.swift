public import FeatureKit
public import FeatureStorage

/// Somebody as people read them.
public struct UserViewData: Equatable, Sendable {
    /// The record's key.
    public let id: String
    /// The name: `Kevin Flynn` of the Grid, `Mr. Kim` of Seoul.
    public let name: String
    /// The age: `36 years`.
    public let age: String
    /// The raw values, for machines.
    public let values: [String: FieldValue]
    /// What names the user, as they are shown, to actions.
    public let arguments: [String: FieldValue]

    /// Formats somebody.
    public init(_ user: Stored<some Person>) {
        id = user.id
        name = user.record.displayName
        age = "\(user.record.age) years"
        values = user.values
        arguments = RecordFields.arguments(user)
    }
}
