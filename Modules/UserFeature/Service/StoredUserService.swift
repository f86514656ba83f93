public import FeatureStorage

/// People who are kept as records.
public struct StoredUserService<Member: Person>: UserService {
    private let records: Records<Member>
    private let makeID: @Sendable () -> String

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - records: Those of the launch.
    ///   - makeID: Makes the key of somebody new.
    public init(_ records: Records<Member>, makeID: @escaping @Sendable () -> String = RecordID.random) {
        (self.records, self.makeID) = (records, makeID)
    }

    /// Returns people in the roster's order.
    public func users(after place: RecordCursor?, limit: Int) async throws -> RecordPage<Member> {
        try await records.page(after: place, limit: limit)
    }

    /// Adds somebody and returns them with their key.
    public func add(_ details: UserDetails) async throws -> Stored<Member> {
        try await records.insert(try Member(id: makeID(), details))
    }

    /// Changes somebody.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout Member) throws -> Void
    ) async throws -> Stored<Member> {
        try await records.change(id, seen: revision, edit)
    }

    /// Removes somebody.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        try await records.remove(id, seen: revision)
    }

    /// Returns what others change from now on; `nil` if nobody else can.
    public func changes() -> RecordChanges<Member>? { records.changes() }
}
