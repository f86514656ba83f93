public import FeatureKit

/// What a list needs of a record besides the texts that people read: its key, its raw values and its revision.
///
/// It does not depend on the record's type, so one type of view data can serve several types of records.
public struct RecordHandle: Sendable, Hashable, Identifiable {
    /// The record's key.
    public let id: String
    /// The raw values, for machines and for forms that begin with them.
    public let values: [String: FieldValue]
    /// The revision that is shown.
    public let revision: Int64

    /// What a button presets to name the record as it is shown: ``RecordFields/id`` and ``RecordFields/revision``.
    public let arguments: [String: FieldValue]

    /// Creates the handle of a stored record.
    public init(_ stored: Stored<some Record>) {
        (id, values, revision) = (stored.id, stored.values, stored.revision)
        // Made once, for all buttons of a row.
        arguments = [
            RecordFields.id.description.name: .text(id),
            RecordFields.revision.description.name: .integer(Int(revision)),
        ]
    }
}

extension Row {
    /// Creates the row of a record.
    public init(_ record: RecordHandle, title: String, detail: String? = nil, buttons: [Button] = []) {
        self.init(id: record.id, title: title, detail: detail, values: record.values, buttons: buttons)
    }
}
