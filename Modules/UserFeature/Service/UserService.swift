public import FeatureStorage

/// Reads and changes the users of one roster.
///
/// The users are in the order of their insertion.
public protocol UserService<R>: RecordService where R: RosterMember {}

extension Records: UserService where R: RosterMember {}
