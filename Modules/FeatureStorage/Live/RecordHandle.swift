public import FeatureKit

/// The key, the raw values and the revision of a record, without its texts for people.
///
/// The handle does not depend on the record's type, so one type of view data can show several types of records.
public struct RecordHandle: Sendable, Hashable, Identifiable {
    /// The record's key.
    public let id: String
    /// The raw values, for programs and as the initial values of input fields.
    public let values: [String: FieldValue]
    /// The titles of the records that the record names, by the names of its fields, for cells of tables.
    public let cells: [String: String]
    /// The revision that the screen shows.
    public let revision: Int64

    /// The argument with which a button of the row identifies the record, whatever its revision: ``RecordFields/id``.
    public let identity: [String: FieldValue]

    /// The arguments with which a button of the row identifies the record: ``RecordFields/id`` and
    /// ``RecordFields/revision``.
    public let arguments: [String: FieldValue]

    /// Creates the handle of a stored record.
    public init(_ stored: Stored<some Record>) {
        (id, values, cells, revision) = (stored.id, stored.values, stored.cells, stored.revision)
        (identity, arguments) = (stored.identity, stored.arguments)
    }
}
