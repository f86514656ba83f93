public import FeatureKit
public import FeatureStorage

/// A dog.
public struct Dog: Record {
    static let name = Field<String>("name", "Name", length: 1...40)
    static let breed = Field<Breed>("breed", "Breed")
    static let age = Field<Int>("age", "Age", range: 0...ageLimit, help: "In years.")
    /// The maximum age, in years.
    static let ageLimit = 30

    /// The fields of a dog.
    public static let fields: [any FieldDeclaration] = [name, breed, age]

    /// The sample dogs.
    public static let sample = [
        Dog(id: "1", name: "Alfred", breed: .labrador, age: 1),
        Dog(id: "2", name: "Vinny", breed: .doberman, age: 5),
        Dog(id: "3", name: "Lucky", breed: .labrador, age: 3),
    ]

    /// The dog's key.
    public var id: String
    /// The name.
    public var name: String
    /// The breed.
    public var breed: Breed
    /// The age in years.
    public var age: Int

    /// Creates a dog.
    public init(id: String, name: String, breed: Breed, age: Int) {
        (self.id, self.name, self.breed, self.age) = (id, name, breed, age)
    }
}
