public import FeatureKit
public import FeatureStorage

/// A user of Seoul.
public struct SeoulUser: Record {
    static let name = Field<String>("name", "Name", length: 1...80)
    static let number = Field<String>("number", "Telephone number", length: 0...40)
    static let country = Field<String>("country", "Country", length: 0...80)
    /// The fields of a new user, who may have no number and no country.
    private static let newNumber = Field<String?>("number", "Telephone number", length: 0...40)
    private static let newCountry = Field<String?>("country", "Country", length: 0...80)

    /// The fields of a user.
    public static let fields: [any FieldDeclaration] = [
        Field<String>("uid", "User id", length: 1...80), name, User.age, number, country,
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

extension SeoulUser: RosterMember {
    /// No order has another name.
    public static var orders: [String: String] { [:] }

    /// The family name, preceded by a title.
    public var displayName: String { "Mr. \(name)" }

    /// The action that adds a user of Seoul.
    public static let add = Action(
        "add-seoul", "Add a user of Seoul", done: "was added", effect: .adds,
        fields: name, User.age, newNumber, newCountry)

    /// The action that edits a user of Seoul.
    public static let edit = Action(
        "edit-seoul", "Edit", done: "was changed", effect: .edits,
        fields: RecordFields.id, name, User.age, number, country, RecordFields.revision)

    /// Creates a user from the input of ``add``.
    ///
    /// The key also becomes the user's own id.
    public init(id: String, _ input: Input) throws {
        self.init(
            id: id, uid: id, name: try input[Self.name], age: try input[User.age],
            number: try input[Self.newNumber] ?? "",
            country: try input[Self.newCountry] ?? "")
    }
}
