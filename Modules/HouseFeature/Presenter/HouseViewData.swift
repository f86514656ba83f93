public import FeatureStorage

/// A house's record, and the texts that show the house to people.
public struct HouseViewData: Equatable, Sendable {
    /// The record: the house's key, raw values and revision.
    public let record: RecordHandle
    /// The name.
    public let name: String
    /// The motto.
    public let motto: String

    /// Formats a stored house for people.
    public init(_ house: Stored<House>) {
        name = house.record.name
        motto = house.record.motto
        record = RecordHandle(house)
    }
}
