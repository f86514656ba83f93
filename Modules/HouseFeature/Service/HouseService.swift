public import FeatureStorage

/// Reads and changes the houses, oldest first.
public protocol HouseService: RecordService<House> {}

extension Records<House>: HouseService {}
