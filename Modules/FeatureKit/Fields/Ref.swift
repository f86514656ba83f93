/// A record of another feature, named by its key.
///
/// A field of this type declares the feature to which the record belongs (``Field``). People
/// see the title of the record.
///
/// ```swift
/// static let house = Field<Ref?>("house", "House", to: "house", onDelete: .clear)
/// ```
public struct Ref: Sendable, Hashable {
    /// The key of the record.
    public let id: String

    /// The allowed length of a key in characters.
    static let keyLength = 1...200

    /// Creates a reference.
    public init(_ id: String) { self.id = id }
}

extension Ref: FieldType {
    /// The kind of a field with this type.
    public static var fieldKind: FieldKind { .reference }
    /// Creates a value of this type from a ``FieldValue``.
    ///
    /// Returns `nil` if the ``FieldValue`` cannot be converted to this type.
    public init?(fieldValue: FieldValue?) {
        guard case .text(let text) = fieldValue else { return nil }
        self.init(text)
    }
    /// The value converted to a ``FieldValue``.
    public var fieldValue: FieldValue? { .text(id) }
}

extension Ref: Codable {
    /// Decodes the value from its wire format, the key.
    public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

    /// Encodes the value in its wire format, the key.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(id)
    }
}

/// The feature to which the records belong that a field names, and what happens when such a record is removed.
public struct FieldReference: Sendable, Hashable {
    /// What happens to the records that name a record which is removed.
    public enum DeleteRule: String, Sendable, Hashable, CaseIterable {
        /// The removal is refused, and the refusal names the records in the way.
        case refuse
        /// The fields that name the record are emptied.
        case clear
        /// The records that name the record are removed too.
        case cascade
    }

    /// The id of the feature.
    public var feature: String
    /// What happens when a named record is removed.
    public var onDelete: DeleteRule

    /// Creates a value.
    public init(to feature: String, onDelete: DeleteRule) { (self.feature, self.onDelete) = (feature, onDelete) }
}

extension Field where Value == Ref {
    /// Creates a field that names a record of a feature.
    ///
    /// - Parameters:
    ///   - name: The key of the value in inputs.
    ///   - title: The label for people.
    ///   - feature: The id of the feature. The host need not have this feature.
    ///   - rule: Says what happens to the record with this field when the named record is removed.
    ///   - help: One sentence for people, shown with the field.
    public init(
        _ name: String, _ title: String, to feature: String, onDelete rule: FieldReference.DeleteRule,
        help: String? = nil
    ) {
        self.init(name, title, help: help)
        description.refer(to: feature, onDelete: rule)
    }
}

extension Field where Value == Ref? {
    /// Creates a field that names a record of a feature, or none.
    ///
    /// - Parameters:
    ///   - name: The key of the value in inputs.
    ///   - title: The label for people.
    ///   - feature: The id of the feature. The host need not have this feature.
    ///   - rule: Says what happens to the record with this field when the named record is removed.
    ///   - help: One sentence for people, shown with the field.
    public init(
        _ name: String, _ title: String, to feature: String, onDelete rule: FieldReference.DeleteRule,
        help: String? = nil
    ) {
        self.init(name, title, help: help)
        description.refer(to: feature, onDelete: rule)
    }
}

extension FieldDescription {
    fileprivate mutating func refer(to feature: String, onDelete rule: FieldReference.DeleteRule) {
        (length, reference) = (Bounds(Ref.keyLength), FieldReference(to: feature, onDelete: rule))
    }
}
