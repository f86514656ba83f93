public import FeatureStorage

/// A dog's record, and the texts that show the dog to people.
public struct DoggyViewData: Equatable, Sendable {
    /// The record: the dog's key, raw values and revision.
    public let record: RecordHandle
    /// The name and the breed, for example `Alfred Labrador`.
    public let name: String
    /// The age in years, for example `1`.
    public let age: String

    /// Formats a stored dog for people.
    public init(_ dog: Stored<Dog>) {
        name = "\(dog.record.name) \(dog.record.breed.rawValue)"
        age = "\(dog.record.age)"
        record = RecordHandle(dog)
    }
}
