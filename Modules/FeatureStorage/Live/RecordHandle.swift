public import FeatureKit

/// A record's key, raw values and revision: the part of a row that is not text for people.
///
/// It is independent of the record's type, so one type of view data can serve several types of records.
public struct RecordHandle: Sendable, Hashable, Identifiable {
    /// The record's key.
    public let id: String
    /// The raw values, for programs and as initial values of forms.
    public let values: [String: FieldValue]
    /// The revision on the screen.
    public let revision: Int64

    /// The arguments with which a row's buttons name the record: ``RecordFields/id`` and ``RecordFields/revision``.
    public let arguments: [String: FieldValue]

    /// Creates the handle of a stored record.
    public init(_ stored: Stored<some Record>) {
        (id, values, revision) = (stored.id, stored.values, stored.revision)
        // Made once: all buttons of a row share it.
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
