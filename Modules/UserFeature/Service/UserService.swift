public import FeatureStorage

/// Knows the people of one roster.
public protocol UserService<Member>: Sendable {
    /// The people of the roster, each roster's of a kind of their own.
    associatedtype Member: Person

    /// Returns people in the roster's order.
    ///
    /// - Parameters:
    ///   - place: Where to go on; `nil` for the beginning.
    ///   - limit: How many at most.
    func users(after place: RecordCursor?, limit: Int) async throws -> RecordPage<Member>

    /// Adds somebody and returns them with their key.
    ///
    /// - Throws: `InputRefused` for details that the roster cannot keep.
    func add(_ details: UserDetails) async throws -> Stored<Member>

    /// Changes somebody.
    ///
    /// - Parameters:
    ///   - id: The user's key.
    ///   - revision: The revision that the person saw; `nil` to change the user whatever became of them.
    ///   - edit: Changes the user; called again when somebody else was faster.
    /// - Throws: `StaleRecord` if the user has another revision or is gone; what `edit` throws.
    func change(
        _ id: String, seen revision: Int64?, _ edit: (inout Member) throws -> Void
    ) async throws -> Stored<Member>

    /// Removes somebody.
    ///
    /// - Throws: `StaleRecord` if the user has another revision or is gone.
    func remove(_ id: String, seen revision: Int64?) async throws

    /// Returns what others change from now on; `nil` if nobody else can.
    func changes() -> RecordChanges<Member>?
}
