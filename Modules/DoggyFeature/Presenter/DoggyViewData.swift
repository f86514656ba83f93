public import FeatureStorage

/// A dog, formatted for people.
public struct DoggyViewData: Equatable, Sendable {
    /// The dog's key, raw values and revision.
    public let record: RecordHandle
    /// Name and breed: `Alfred Labrador`.
    public let name: String
    /// The age in years: `1`.
    public let age: String

    /// Formats a dog.
    public init(_ dog: Stored<Dog>) {
        name = "\(dog.record.name) \(dog.record.breed.rawValue)"
        age = "\(dog.record.age)"
        record = RecordHandle(dog)
    }
}
