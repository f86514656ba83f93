/// The details of a user of any roster.
public struct UserDetails: Sendable, Hashable {
    /// First and last name; in Seoul the family name alone.
    public var name: String
    /// The age in years.
    public var age: Int
    /// The telephone number; only users of Seoul have one.
    public var number: String?
    /// The country; only users of Seoul have one.
    public var country: String?

    /// Creates details.
    public init(name: String, age: Int, number: String? = nil, country: String? = nil) {
        (self.name, self.age, self.number, self.country) = (name, age, number, country)
    }
}
