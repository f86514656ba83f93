public import FeatureStorage

/// The texts of a house, formatted for people, and its record.
public struct HouseViewData: Equatable, Sendable {
    /// The record: the house's key, raw values and revision.
    public let record: RecordHandle
    /// The name.
    public let name: String
    /// The motto.
    public let motto: String

    /// Creates the texts of a house.
    public init(_ house: Stored<House>) {
        name = house.record.name
        motto = house.record.motto
        record = RecordHandle(house)
    }
}
