public import FeatureStorage

/// Reads and changes the people of one roster, in the roster's order.
public protocol UserService<R>: RecordService where R: Person {}

extension Records: UserService where R: Person {}
