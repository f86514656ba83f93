public import FeatureStorage

/// A user's record, and the texts that show the user to people.
public struct UserViewData: Equatable, Sendable {
    /// The record: the user's key, raw values and revision.
    public let record: RecordHandle
    /// The display name, for example `Kevin Flynn` in the Grid or `Mr. Kim` in Seoul.
    public let name: String
    /// The age, for example `36 years`.
    public let age: String

    /// Formats a stored user for people.
    public init(_ user: Stored<some RosterMember>) {
        name = user.record.displayName
        age = "\(user.record.age) years"
        record = RecordHandle(user)
    }
}
