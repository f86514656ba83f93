public import FeatureKit

/// The fields of an action that identify a record on the screen.
public enum RecordFields {
    /// The record's key, which is the `id` of its row.
    public static let id = Field<String>("id", "Key", length: 1...200, help: "The record's key: the id of its row.")
        .role(.row)

    /// The revision that the person saw.
    ///
    /// The change is refused if the record has another revision.
    public static let revision = Field<Int?>(
        "revision", "Revision", range: 0...Int.max,
        help: "The revision that was shown. The change is refused if the record has another revision."
    )
    .role(.revision)
}

extension Input {
    /// The revision that the person saw: the value of ``RecordFields/revision``.
    public var revision: Int64? {
        get throws { try self[RecordFields.revision].map(Int64.init) }
    }
}
