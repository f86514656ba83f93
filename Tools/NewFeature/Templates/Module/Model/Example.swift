public import FeatureKit
public import FeatureStorage

/// One entry: a flat value with a key, and a field for each other property.
public struct Example: Record {
    /// The fields of an entry; front ends check input by them before the presenter gets it.
    public static let fields: [any FieldDeclaration] = [
        // FIELDS
    ]
    /// The entries of a new store.
    public static let sample = [
        // SAMPLE
    ]

    /// The entry's key.
    public var id: String
    // PROPERTIES
}
