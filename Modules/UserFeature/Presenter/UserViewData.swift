public import FeatureKit
import FeatureStorage

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

    /// Formats somebody of the Grid.
    public init(_ user: User) {
        id = user.id
        name = "\(user.firstName) \(user.lastName)"
        age = "\(user.age) years"
        values = user.values
    }

    /// Formats somebody of Seoul.
    public init(_ user: SeoulUser) {
        id = user.id
        name = "Mr. \(user.name)"
        age = "\(user.age) years"
        values = user.values
    }
}
