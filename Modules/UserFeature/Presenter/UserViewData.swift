public import FeatureStorage

/// A user, formatted for people.
public struct UserViewData: Equatable, Sendable {
    /// The user's key, raw values and revision.
    public let record: RecordHandle
    /// The display name: `Kevin Flynn` of the Grid, `Mr. Kim` of Seoul.
    public let name: String
    /// The age: `36 years`.
    public let age: String

    /// Formats a user.
    public init(_ user: Stored<some Person>) {
        name = user.record.displayName
        age = "\(user.record.age) years"
        record = RecordHandle(user)
    }
}
