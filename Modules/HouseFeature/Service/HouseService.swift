public import FeatureStorage

/// Reads and changes the houses.
///
/// The houses are in the order of their insertion.
public protocol HouseService: RecordService<House> {}

extension Records<House>: HouseService {}
