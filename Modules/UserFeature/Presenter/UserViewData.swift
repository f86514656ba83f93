public import FeatureStorage

/// Somebody as people read them.
public struct UserViewData: Equatable, Sendable {
    /// The user's key, raw values and revision.
    public let record: RecordHandle
    /// The name: `Kevin Flynn` of the Grid, `Mr. Kim` of Seoul.
    public let name: String
    /// The age: `36 years`.
    public let age: String

    /// Formats somebody.
    public init(_ user: Stored<some Person>) {
        name = user.record.displayName
        age = "\(user.record.age) years"
        record = RecordHandle(user)
    }
}
