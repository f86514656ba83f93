public import FeatureKit

/// Tells one follower that the number of records that its query selects may have changed.
///
/// The follower then calls ``RecordService/count(matching:)``. After changes, the collection counts again: at most once a
/// second for each query, for all followers together.
///
/// ## Topics
/// - ``follow(_:)``
/// - ``pause()``
public final class RecordCounts: Sendable {
    /// A signal for each new count of the query.
    public let changes: ChangeFeed<Void>
    private let change: @Sendable ([RecordQuery?], ChangeToken?) -> Void

    /// Creates the counts of one follower.
    ///
    /// - Parameters:
    ///   - changes: A signal for each new count.
    ///   - change: Changes the queries that are counted for the follower, of which there is at most one, and says which
    ///     change their counts must include.
    package init(
        _ changes: ChangeFeed<Void>, change: @escaping @Sendable ([RecordQuery?], ChangeToken?) -> Void
    ) {
        (self.changes, self.change) = (changes, change)
    }

    /// Counts the records of a query from now on; with `nil`, all records.
    ///
    /// Call this method before ``RecordService/count(matching:)``, so that all followers share the count.
    public func follow(_ query: RecordQuery?) { follow(query, from: nil) }

    /// Counts the records of a query from now on, and replaces a count that is older than a change.
    package func follow(_ query: RecordQuery?, from token: ChangeToken?) { change([query], token) }

    /// Counts no records until the next call of ``follow(_:)``.
    public func pause() { change([], nil) }
}
