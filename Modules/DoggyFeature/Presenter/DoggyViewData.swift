public import FeatureKit
import FeatureStorage

/// A dog as people read it.
public struct DoggyViewData: Equatable, Sendable {
    /// The dog's key.
    public let id: String
    /// Name and breed: `Alfred Labrador`.
    public let name: String
    /// The age in years: `1`.
    public let age: String
    /// The raw values, for machines.
    public let values: [String: FieldValue]

    /// Formats a dog.
    public init(_ dog: Dog) {
        id = dog.id
        name = "\(dog.name) \(dog.breed.rawValue)"
        age = "\(dog.age)"
        values = dog.values
    }
}
