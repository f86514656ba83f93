public import FeatureStorage

/// A user of one roster.
public protocol Person: Record {
    /// How the user is called: `Kevin Flynn`, `Mr. Kim`.
    var displayName: String { get }

    /// The age in years.
    var age: Int { get }

    /// Creates a user.
    ///
    /// - Throws: `InputRefused` for details that the roster cannot keep.
    init(id: String, _ details: UserDetails) throws

    /// Takes over details; those that are `nil` stay as they are.
    ///
    /// - Throws: `InputRefused` for details that the roster cannot keep.
    mutating func update(_ details: UserDetails) throws
}
