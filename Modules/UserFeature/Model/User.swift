public import FeatureKit
public import FeatureStorage

/// A user of the Grid.
public struct User: Record {
    static let firstName = Field<String>("firstName", "First name", length: 1...80).inTitle()
    static let lastName = Field<String>("lastName", "Last name", length: 1...80).inTitle()
    static let age = Field<Int>("age", "Age", range: 0...150, help: "In years.")

    static let house = Field<Ref?>("house", "House", to: "house", onDelete: .refuse)

    /// The fields of a user.
    public static let fields: [any FieldDeclaration] = [firstName, lastName, age, house]

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
    /// The house to which the user belongs; `nil` for none.
    public var house: Ref?

    /// Creates a user.
    public init(id: String, firstName: String, lastName: String, age: Int, house: Ref? = nil) {
        (self.id, self.firstName, self.lastName, self.age, self.house) = (id, firstName, lastName, age, house)
    }
}

extension User: RosterMember {
    /// The name is the first name, with which the display name begins.
    public static var orders: [String: String] { ["name": "firstName"] }

    /// The first and the last name.
    public var displayName: String { "\(firstName) \(lastName)" }

    /// The action that adds a user to the Grid.
    public static let add = Action("add", "Add a user", done: "was added", effect: .adds, fields: fields)

    /// The action that edits a user of the Grid.
    public static let edit = Action(
        "edit", "Edit", done: "was changed", effect: .edits,
        fields: [RecordFields.id] + fields + [RecordFields.revision])

    /// Creates a user from the input of ``add``.
    public init(id: String, _ input: Input) throws {
        self.init(
            id: id, firstName: try input[Self.firstName], lastName: try input[Self.lastName], age: try input[Self.age],
            house: try input[Self.house])
    }
}
