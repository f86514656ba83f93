public import FeatureStorage

/// Reads and changes the houses, in the order of their insertion.
public protocol HouseService: RecordService<House> {}

extension Records<House>: HouseService {}
