import CommandLineFrontEnd
import DoggyFeature
import FeatureKit
import FeatureStorage
import RecordFiles

/// A host of the feature that lists dogs, several of which can be released at once.
enum DogHost: CommandLineHost {
    static let name = "dogs"
    static let version = "0"
    static let summary = "Keeps dogs."

    /// The record store of the current test.
    @TaskLocal static var store: any RecordStore = MemoryRecordStore()

    static func registry() throws -> FeatureRegistry {
        let store = store
        return try FeatureRegistry([
            DoggyFeature(resources: RecordResources(store: { store }, files: RecordFiles()))
        ])
    }

    static func store(database: String?) throws -> any RecordStore { store }

    /// Creates a store of dogs with the ids from 1 on, whose names are `Dog 1`, `Dog 2` and so on.
    ///
    /// Each third dog is a bulldog, the others are labradors.
    static func dogs(_ count: Int) async throws -> MemoryRecordStore {
        let store = MemoryRecordStore()
        try await store.fillOnce(
            "Dog",
            with: (1...count).map { number in
                let breed = number.isMultiple(of: 3) ? "Bulldog" : "Labrador"
                return RowInsert(
                    id: "\(number)", values: ["name": .text("Dog \(number)"), "breed": .text(breed), "age": 1])
            })
        return store
    }

    /// The ids of the dogs of ``dogs(_:)`` that a store still has, in their order.
    static func ids(in store: MemoryRecordStore) async throws -> [String] {
        try await store.rows(of: "Dog", ids: (1...1_100).map { "\($0)" }).map(\.id)
    }
}
