public import FeatureKit
public import FeatureStorage

/// An entry, which consists of a key and one property for each field.
public struct Example: Record {
    /// The fields of an entry.
    ///
    /// Front ends validate input with these fields before the presenter receives it.
    public static let fields: [any FieldDeclaration] = [
        // FIELDS
    ]
    /// The entries that a new store contains.
    public static let sample = [
        // SAMPLE
    ]

    /// The key of the entry.
    public var id: String
    // PROPERTIES
}
