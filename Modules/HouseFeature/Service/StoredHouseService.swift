public import FeatureStorage

/// Houses that are kept as records.
public struct StoredHouseService: HouseService {
    private let records: Records<House>
    private let makeID: @Sendable () -> String

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - records: Those of the launch.
    ///   - makeID: Makes the key of a new house.
    public init(_ records: Records<House>, makeID: @escaping @Sendable () -> String = RecordID.random) {
        (self.records, self.makeID) = (records, makeID)
    }

    /// Returns houses, oldest first.
    public func houses(after place: RecordCursor?, limit: Int) async throws -> RecordPage<House> {
        try await records.page(after: place, limit: limit)
    }

    /// Establishes a house and returns it with its key.
    public func found(name: String, motto: String, sigil: String) async throws -> Stored<House> {
        try await records.insert(House(id: makeID(), name: name, motto: motto, sigil: sigil))
    }

    /// Changes a house.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout House) throws -> Void
    ) async throws -> Stored<House> {
        try await records.change(id, seen: revision, edit)
    }

    /// Removes a house.
    public func remove(_ id: String, seen revision: Int64?) async throws {
        try await records.remove(id, seen: revision)
    }

    /// Returns what others change from now on; `nil` if nobody else can.
    public func changes() -> RecordChanges<House>? { records.changes() }
}
