/// The details of a user, for all rosters.
public struct UserDetails: Sendable, Hashable {
    /// The first and the last name.
    ///
    /// For users of Seoul, only the family name.
    public var name: String
    /// The age in years.
    public var age: Int
    /// The telephone number.
    ///
    /// Only users of Seoul have this detail.
    public var number: String?
    /// The country.
    ///
    /// Only users of Seoul have this detail.
    public var country: String?

    /// Creates details.
    public init(name: String, age: Int, number: String? = nil, country: String? = nil) {
        (self.name, self.age, self.number, self.country) = (name, age, number, country)
    }
}
