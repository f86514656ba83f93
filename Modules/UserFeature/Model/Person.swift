public import FeatureStorage

/// A user in a roster.
public protocol Person: Record {
    /// The user's display name, for example `Kevin Flynn` or `Mr. Kim`.
    var displayName: String { get }

    /// The name as ``UserDetails/name`` has it.
    var enteredName: String { get }

    /// The field of each order of the list that has another name.
    static var orders: [String: String] { get }

    /// The age in years.
    var age: Int { get }

    /// Creates a user.
    ///
    /// - Throws: `InputRefused` if `details` contains a detail that users of this roster do not have.
    init(id: String, _ details: UserDetails) throws

    /// Applies details. A detail that is `nil` leaves the user's value unchanged.
    ///
    /// - Throws: `InputRefused` if `details` contains a detail that users of this roster do not have.
    mutating func update(_ details: UserDetails) throws
}
