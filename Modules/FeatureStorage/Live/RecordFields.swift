public import FeatureKit

/// The fields by which actions name a record that is shown.
public enum RecordFields {
    /// The record's key: a row's `id`.
    public static let id = Field<String>("id", "Key", length: 1...200, help: "The record's key, as its row has it.")

    /// The revision that the person saw; if the record has another by now, the change is refused.
    public static let revision = Field<Int?>(
        "revision", "Revision", range: 0...Int.max,
        help: "The revision that was seen; if the record has another by now, the change is refused.")
}

extension Input {
    /// The revision that the person saw, of an action with the field ``RecordFields/revision``.
    public var revision: Int64? {
        get throws { try self[RecordFields.revision].map(Int64.init) }
    }
}
