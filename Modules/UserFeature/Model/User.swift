public import FeatureKit
public import FeatureStorage

/// A user of the Grid.
public struct User: Record {
    /// The fields of a user.
    public static let fields: [any FieldDeclaration] = [
        Field<String>("firstName", "First name", length: 1...80),
        Field<String>("lastName", "Last name", length: 1...80),
        Field<Int>("age", "Age", range: 0...150, help: "In years."),
    ]

    /// The sample users.
    public static let sample = [
        User(id: "1", firstName: "Kevin", lastName: "Flynn", age: 36),
        User(id: "2", firstName: "Alan", lastName: "Bradley", age: 24),
        User(id: "3", firstName: "Ed", lastName: "Dilinger", age: 39),
    ]

    /// The user's key.
    public var id: String
    /// The first name.
    public var firstName: String
    /// The last name.
    public var lastName: String
    /// The age in years.
    public var age: Int

    /// Creates a user.
    public init(id: String, firstName: String, lastName: String, age: Int) {
        (self.id, self.firstName, self.lastName, self.age) = (id, firstName, lastName, age)
    }
}

extension User: Person {
    /// The name is the first name, with which the display name begins.
    public static var orders: [String: String] { ["name": "firstName"] }

    /// The first and the last name.
    public var displayName: String { "\(firstName) \(lastName)" }

    /// The first and the last name.
    public var enteredName: String { displayName }

    /// Creates a user.
    public init(id: String, _ details: UserDetails) throws {
        self.init(id: id, firstName: "", lastName: "", age: details.age)
        try update(details)
    }

    /// Applies details.
    public mutating func update(_ details: UserDetails) throws {
        var messages: [String: String] = [:]
        for (field, value) in [("number", details.number), ("country", details.country)] where value != nil {
            messages[field] = "only users of Seoul have this; leave it empty"
        }
        let names = details.name.split(whereSeparator: \.isWhitespace)
        if names.count < 2 {
            messages["name"] = "expected a first and a last name, got \(FieldValue.quote(details.name))"
        }
        guard messages.isEmpty else { throw InputRefused(messages) }
        firstName = names.dropLast().joined(separator: " ")
        lastName = names.last.map(String.init) ?? ""
        age = details.age
    }
}
