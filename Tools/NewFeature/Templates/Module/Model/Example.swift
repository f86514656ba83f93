public import FeatureKit
public import FeatureStorage

/// One entry: a flat value with a key, and a field for each other property.
public struct Example: Record {
    /// What people are asked for; front ends check it before the presenter is asked.
    public static let fields: [any FieldDeclaration] = [
        // FIELDS
    ]
    /// What a new store begins with.
    public static let sample = [
        // SAMPLE
    ]

    /// The entry's key.
    public var id: String
    // PROPERTIES
}
