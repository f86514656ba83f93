public import FeatureKit
public import FeatureStorage

/// A user in a roster.
public protocol RosterMember: Record {
    /// The user's display name, for example `Kevin Flynn` or `Mr. Kim`.
    var displayName: String { get }

    /// The field of each order of the list that has another name.
    static var orders: [String: String] { get }

    /// The age in years.
    var age: Int { get }

    /// The action that adds a user to the roster.
    static var add: Action { get }

    /// The action that edits a user of the roster.
    static var edit: Action { get }

    /// Creates a user from the input of ``add``.
    init(id: String, _ input: Input) throws
}
