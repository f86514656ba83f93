/// A person in the list.
public struct Contact: Hashable, Sendable {
    /// The person's key.
    public let id: String
    /// The first name.
    public var name: String
    /// The family name.
    public var surname: String

    /// Creates a person.
    public init(id: String, name: String, surname: String) {
        (self.id, self.name, self.surname) = (id, name, surname)
    }
}
