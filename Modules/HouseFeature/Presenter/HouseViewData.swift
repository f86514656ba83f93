public import FeatureKit
import FeatureStorage

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

    /// Formats a house.
    public init(_ house: House) {
        id = house.id
        name = house.name
        motto = house.motto
        values = house.values
    }
}
