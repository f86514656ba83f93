public import FeatureKit
public import FeatureStorage

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
    /// What names the dog, as it is shown, to actions.
    public let arguments: [String: FieldValue]

    /// Formats a dog.
    public init(_ dog: Stored<Dog>) {
        id = dog.id
        name = "\(dog.record.name) \(dog.record.breed.rawValue)"
        age = "\(dog.record.age)"
        values = dog.values
        arguments = RecordFields.arguments(dog)
    }
}
