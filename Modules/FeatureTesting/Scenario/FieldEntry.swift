public import FeatureKit

/// What a person fills into one field, with the field's type.
///
/// ```swift
/// try await doggy.submit(DoggyFeature.adopt, [Dog.name.filled(with: "Rex"), Dog.age.filled(with: 2)])
/// ```
public struct FieldEntry: Sendable, Hashable {
    /// The field's name.
    public let name: String
    /// The plain value; `nil` for a field that is left empty.
    public let value: FieldValue?
}

extension Field where Value: FieldType {
    /// Fills the field with a value of its type.
    public func filled(with value: Value) -> FieldEntry {
        FieldEntry(name: description.name, value: value.fieldValue)
    }
}

extension [FieldEntry] {
    /// The plain values by the fields' names; a field that is left empty is an empty text, and of two for the same field
    /// the later counts.
    public var values: [String: FieldValue] {
        Dictionary(map { ($0.name, $0.value ?? "") }) { $1 }
    }
}
