public import FeatureStorage

/// Knows the dogs.
public protocol DoggyService: Sendable {
    /// Returns dogs in the order of adoption.
    ///
    /// - Parameters:
    ///   - place: Where to go on; `nil` for the beginning.
    ///   - limit: How many at most.
    func dogs(after place: RecordCursor?, limit: Int) async throws -> RecordPage<Dog>

    /// Adopts a dog and returns it with its key.
    func adopt(name: String, breed: Breed, age: Int) async throws -> Stored<Dog>

    /// Changes a dog.
    ///
    /// - Parameters:
    ///   - id: The dog's key.
    ///   - revision: The revision that the person saw; `nil` to change the dog whatever became of it.
    ///   - edit: Changes it; called again when somebody else was faster.
    /// - Throws: `StaleRecord` if the dog has another revision or is gone; what `edit` throws.
    func change(
        _ id: String, seen revision: Int64?, _ edit: (inout Dog) throws -> Void
    ) async throws -> Stored<Dog>

    /// Lets a dog go.
    ///
    /// - Throws: `StaleRecord` if the dog has another revision or is gone.
    func release(_ id: String, seen revision: Int64?) async throws

    /// Returns what others change from now on; `nil` if nobody else can.
    func changes() -> RecordChanges<Dog>?
}
