public import FeatureKit
public import FeatureStorage

/// A user of Seoul.
public struct SeoulUser: Record {
    /// The fields of a user.
    public static let fields: [any FieldDeclaration] = [
        Field<String>("uid", "User id", length: 1...80),
        Field<String>("name", "Name", length: 1...80),
        Field<Int>("age", "Age", range: 0...150, help: "In years."),
        Field<String>("number", "Telephone number", length: 0...40),
        Field<String>("country", "Country", length: 0...80),
    ]

    /// The sample users.
    public static let sample = [
        SeoulUser(id: "1", uid: "1", name: "Kim", age: 15, number: "111-1111-1111", country: "Korea"),
        SeoulUser(id: "2", uid: "2", name: "Park", age: 20, number: "111-1111-1111", country: "Korea"),
        SeoulUser(id: "3", uid: "3", name: "Lee", age: 25, number: "111-1111-1111", country: "Korea"),
    ]

    /// The record's key.
    public var id: String
    /// The user's own id, which differs from the record's key.
    public var uid: String
    /// The family name.
    public var name: String
    /// The age in years.
    public var age: Int
    /// The telephone number.
    public var number: String
    /// The country.
    public var country: String

    /// Creates a user.
    public init(id: String, uid: String, name: String, age: Int, number: String, country: String) {
        (self.id, self.uid, self.name) = (id, uid, name)
        (self.age, self.number, self.country) = (age, number, country)
    }
}

extension SeoulUser: Person {
    /// No order has another name.
    public static var orders: [String: String] { [:] }

    /// The family name, preceded by a title.
    public var displayName: String { "Mr. \(name)" }

    /// The family name.
    public var enteredName: String { name }

    /// Creates a user.
    ///
    /// The key also becomes the user's own id.
    public init(id: String, _ details: UserDetails) throws {
        self.init(
            id: id, uid: id, name: details.name, age: details.age, number: details.number ?? "",
            country: details.country ?? "")
    }

    /// Applies details.
    ///
    /// A detail that is `nil` leaves the user's value unchanged.
    public mutating func update(_ details: UserDetails) throws {
        (name, age) = (details.name, details.age)
        number = details.number ?? number
        country = details.country ?? country
    }
}
