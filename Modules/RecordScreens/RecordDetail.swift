public import FeatureKit

/// The option and the action that show one record alone, on a page of its own.
///
/// A feature that lists records adds ``option`` to the options and ``visit`` to the actions of its manifest.
/// ``RecordPlaces`` handles both.
///
/// ## Topics
/// - ``option``
/// - ``visit``
public enum RecordDetail {
    /// The option `id`: the key of the record to show alone.
    public static let option = Field<String?>(
        "id", "Record", length: 1...200, help: "The key of a record. The launch shows only this record."
    )
    .role(.row)

    /// The name of ``option``.
    static var name: String { option.description.name }

    /// The action `visit`: shows another record, or the list, in a session that works on a copy.
    public static let visit = Action("visit", "Go to a record", effect: .shows, fields: option)
}
