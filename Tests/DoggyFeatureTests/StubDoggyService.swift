import DoggyFeature
import FeatureStorage
import FeatureTesting

/// A service that answers what a test wants.
struct StubDoggyService: DoggyService {
    let load = Stub<Void, [Dog]>(returning: Dog.sample)
    let take = Stub<Dog, Stored<Dog>> { Stored($0, revision: 10) }

    func dogs(after place: RecordCursor?, limit: Int) async throws -> RecordPage<Dog> { RecordPage(try await load()) }

    func adopt(name: String, breed: Breed, age: Int) async throws -> Stored<Dog> {
        try await take(Dog(id: "new", name: name, breed: breed, age: age))
    }

    func change(
        _ id: String, seen revision: Int64?, _ edit: (inout Dog) throws -> Void
    ) async throws -> Stored<Dog> {
        throw StaleRecord<Dog>(id: id, current: nil)
    }

    func release(_ id: String, seen revision: Int64?) async throws { throw StaleRecord<Dog>(id: id, current: nil) }

    func changes() -> RecordChanges<Dog>? { nil }
}

struct Closed: Error, CustomStringConvertible {
    let description = "the kennel is closed"
}
