/// Knows the dogs.
public protocol DoggyService: Sendable {
    /// Returns every dog, in the order of adoption.
    func dogs() async throws -> [Dog]

    /// Adopts a dog and returns it with its key.
    func adopt(name: String, breed: Breed, age: Int) async throws -> Dog
}
