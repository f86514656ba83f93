import DoggyFeature

/// A service that answers what a test wants.
struct StubDoggyService: DoggyService {
    var load: @Sendable () async throws -> [Dog] = { Dog.sample }
    var take: @Sendable (String, Breed, Int) async throws -> Dog = { Dog(id: "new", name: $0, breed: $1, age: $2) }

    func dogs() async throws -> [Dog] { try await load() }

    func adopt(name: String, breed: Breed, age: Int) async throws -> Dog { try await take(name, breed, age) }
}

struct Closed: Error, CustomStringConvertible {
    let description = "the kennel is closed"
}
