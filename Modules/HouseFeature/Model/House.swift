public import FeatureKit
public import FeatureStorage

/// A great house.
public struct House: Record {
    static let name = Field<String>("name", "Name", length: 1...80)
    static let motto = Field<String>("motto", "Motto", length: 0...200)
    static let sigil = Field<String>("sigil", "Sigil", length: 0...80)

    /// The fields of a house.
    public static let fields: [any FieldDeclaration] = [name, motto, sigil]

    /// The sample houses.
    public static let sample = [
        House(id: "1", name: "House Targaryen", motto: "Fire And Blood", sigil: "Dragon"),
        House(id: "2", name: "House Stark", motto: "Winter Is Coming", sigil: "Wolf"),
        House(id: "3", name: "House Lannister", motto: "Hear Me Roar", sigil: "Lion"),
    ]

    /// The house's key.
    public var id: String
    /// The name.
    public var name: String
    /// The name in lower case with single spaces.
    ///
    /// The store uses it to refuse two houses with the same name.
    public var uniqueKey: String? { name.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    /// The motto.
    public var motto: String
    /// The sigil.
    public var sigil: String

    /// Creates a house.
    public init(id: String, name: String, motto: String, sigil: String) {
        (self.id, self.name, self.motto, self.sigil) = (id, name, motto, sigil)
    }
}
