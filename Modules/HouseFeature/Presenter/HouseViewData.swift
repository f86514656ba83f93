public import FeatureKit
public import FeatureStorage

/// A house as people read it.
public struct HouseViewData: Equatable, Sendable {
    /// The house's key.
    public let id: String
    /// What it is called.
    public let name: String
    /// Its words.
    public let motto: String
    /// The raw values, for machines; the sigil among them.
    public let values: [String: FieldValue]
    /// What names the house, as it is shown, to actions.
    public let arguments: [String: FieldValue]

    /// Formats a house.
    public init(_ house: Stored<House>) {
        id = house.id
        name = house.record.name
        motto = house.record.motto
        values = house.values
        arguments = RecordFields.arguments(house)
    }
}
