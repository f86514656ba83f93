public import FeatureStorage

/// Dogs that are kept as records.
public struct StoredDoggyService: DoggyService {
    private let records: Records<Dog>
    private let makeID: @Sendable () -> String

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - records: Those of the launch.
    ///   - makeID: Makes the key of a new dog.
    public init(_ records: Records<Dog>, makeID: @escaping @Sendable () -> String = RecordID.random) {
        (self.records, self.makeID) = (records, makeID)
    }

    /// Returns dogs in the order of adoption.
    public func dogs(after place: RecordCursor?, limit: Int) async throws -> RecordPage<Dog> {
        try await records.page(after: place, limit: limit)
    }

    /// Adopts a dog and returns it with its key.
    public func adopt(name: String, breed: Breed, age: Int) async throws -> Stored<Dog> {
        try await records.insert(Dog(id: makeID(), name: name, breed: breed, age: age))
    }

    /// Changes a dog.
    public func change(
        _ id: String, seen revision: Int64?, _ edit: (inout Dog) throws -> Void
    ) async throws -> Stored<Dog> {
        try await records.change(id, seen: revision, edit)
    }

    /// Lets a dog go.
    public func release(_ id: String, seen revision: Int64?) async throws {
        try await records.remove(id, seen: revision)
    }

    /// Returns what others change from now on; `nil` if nobody else can.
    public func changes() -> RecordChanges<Dog>? { records.changes() }
}
