public import FeatureStorage

/// Knows the houses.
public protocol HouseService: Sendable {
    /// Returns houses, oldest first.
    ///
    /// - Parameters:
    ///   - place: Where to go on; `nil` for the beginning.
    ///   - limit: How many at most.
    func houses(after place: RecordCursor?, limit: Int) async throws -> RecordPage<House>

    /// Establishes a house and returns it with its key.
    ///
    /// - Throws: `StorageError` with the code `alreadyTaken` if another house has the name.
    func found(name: String, motto: String, sigil: String) async throws -> Stored<House>

    /// Changes a house.
    ///
    /// - Parameters:
    ///   - id: The house's key.
    ///   - revision: The revision that the person saw; `nil` to change the house whatever became of it.
    ///   - edit: Changes it; called again when somebody else was faster.
    /// - Throws: `StaleRecord` if the house has another revision or is gone; `StorageError` with the code `alreadyTaken`
    ///   if another house has the name; what `edit` throws.
    func change(
        _ id: String, seen revision: Int64?, _ edit: (inout House) throws -> Void
    ) async throws -> Stored<House>

    /// Removes a house.
    ///
    /// - Throws: `StaleRecord` if the house has another revision or is gone.
    func remove(_ id: String, seen revision: Int64?) async throws

    /// Returns what others change from now on; `nil` if nobody else can.
    func changes() -> RecordChanges<House>?
}
