public import FeatureKit

/// A value for one field of a form.
///
/// The compiler checks that it has the field's type.
///
/// ```swift
/// try await doggy.submit(DoggyFeature.adopt, [Dog.name.filled(with: "Rex"), Dog.age.filled(with: 2)])
/// ```
public struct FieldEntry: Sendable, Hashable {
    /// The field's name.
    public let name: String
    /// The plain value, or `nil` for an empty field.
    public let value: FieldValue?
}

extension Field where Value: FieldType {
    /// Returns an entry with a value of the field's type.
    public func filled(with value: Value) -> FieldEntry {
        FieldEntry(name: description.name, value: value.fieldValue)
    }
}

extension [FieldEntry] {
    /// The plain values, keyed by field name.
    ///
    /// An empty field becomes an empty text. If two entries have the same field, the later entry counts.
    public var values: [String: FieldValue] {
        Dictionary(map { ($0.name, $0.value ?? "") }) { $1 }
    }
}
