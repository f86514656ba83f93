public import FeatureKit

/// Tells one follower that the number of records that its query selects may have changed.
///
/// The follower then calls ``RecordService/count(matching:)``. After changes, the collection counts again: at most once a
/// second for each query, for all followers together.
public final class RecordCounts: Sendable {
    /// A signal for each new count of the query.
    public let changes: ChangeFeed<Void>
    private let change: @Sendable (RecordQuery?) -> Void

    /// Creates the counts of one follower.
    ///
    /// - Parameters:
    ///   - changes: A signal for each new count.
    ///   - change: Changes the query that is counted for the follower.
    package init(_ changes: ChangeFeed<Void>, change: @escaping @Sendable (RecordQuery?) -> Void) {
        (self.changes, self.change) = (changes, change)
    }

    /// Counts the records of a query from now on; with `nil`, all records.
    public func follow(_ query: RecordQuery?) { change(query) }
}
