public import FeatureKit

/// A typed value for one field of a form.
///
/// ```swift
/// try await doggy.submit(DoggyFeature.adopt, [Dog.name.filled(with: "Rex"), Dog.age.filled(with: 2)])
/// ```
public struct FieldEntry: Sendable, Hashable {
    /// The field's name.
    public let name: String
    /// The plain value; `nil` for an empty field.
    public let value: FieldValue?
}

extension Field where Value: FieldType {
    /// Returns an entry for the field with a value of its type.
    public func filled(with value: Value) -> FieldEntry {
        FieldEntry(name: description.name, value: value.fieldValue)
    }
}

extension [FieldEntry] {
    /// The plain values, keyed by field name.
    ///
    /// An empty field is an empty text. The later of two entries for a field counts.
    public var values: [String: FieldValue] {
        Dictionary(map { ($0.name, $0.value ?? "") }) { $1 }
    }
}
