/// Knows the people of one roster.
public protocol UserService: Sendable {
    /// Returns everybody, in the roster's order.
    func users() async throws -> Users
}

/// The people of a roster, each roster's of a kind of their own.
public enum Users: Hashable, Sendable {
    /// Those of the Grid.
    case grid([User])
    /// Those of Seoul.
    case seoul([SeoulUser])
}
