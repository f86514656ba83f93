public import FeatureKit
public import FeatureStorage

/// An entry.
public struct Example: Record {
    // FIELDS

    /// The fields of an entry.
    ///
    /// Front ends validate input with these fields before the presenter receives it.
    public static let fields: [any FieldDeclaration] = [NAMES]

    /// The entries that a new store contains.
    public static let sample = [
        // SAMPLE
    ]

    /// The entry's key.
    public var id: String
    // PROPERTIES
}
