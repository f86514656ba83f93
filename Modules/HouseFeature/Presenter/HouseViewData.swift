public import FeatureStorage

/// A house as people read it.
public struct HouseViewData: Equatable, Sendable {
    /// The house's key, raw values and revision.
    public let record: RecordHandle
    /// What it is called.
    public let name: String
    /// Its words.
    public let motto: String

    /// Formats a house.
    public init(_ house: Stored<House>) {
        name = house.record.name
        motto = house.record.motto
        record = RecordHandle(house)
    }
}
