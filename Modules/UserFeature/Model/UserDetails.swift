/// What can be said of a user, of whatever roster.
public struct UserDetails: Sendable, Hashable {
    /// First and last name; in Seoul the family name alone.
    public var name: String
    /// The age in years.
    public var age: Int
    /// The telephone number, which only Seoul keeps.
    public var number: String?
    /// The country, which only Seoul keeps.
    public var country: String?

    /// Creates details.
    public init(name: String, age: Int, number: String? = nil, country: String? = nil) {
        (self.name, self.age, self.number, self.country) = (name, age, number, country)
    }
}
