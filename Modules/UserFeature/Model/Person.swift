public import FeatureStorage

/// A user of one roster.
public protocol Person: Record {
    /// The user's display name: `Kevin Flynn`, `Mr. Kim`.
    var displayName: String { get }

    /// The age in years.
    var age: Int { get }

    /// Creates a user.
    ///
    /// - Throws: `InputRefused` for details that the roster does not have.
    init(id: String, _ details: UserDetails) throws

    /// Applies details; a `nil` leaves the user's own value unchanged.
    ///
    /// - Throws: `InputRefused` for details that the roster does not have.
    mutating func update(_ details: UserDetails) throws
}
