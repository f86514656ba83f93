public import FeatureStorage

/// An entry's record, and the text that shows the entry to people.
///
/// The other columns of the list show the record's raw values.
public struct ExampleViewData: Equatable, Sendable {
    /// The record: the entry's key, raw values and revision.
    public let record: RecordHandle
    /// The title.
    public let title: String

    /// Formats a stored entry for people.
    public init(_ entry: Stored<Example>) {
        title = TITLE
        record = RecordHandle(entry)
    }
}
