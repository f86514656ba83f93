public import FeatureKit

extension Record {
    /// The plain values of all properties but `id`, keyed by property name; properties that are `nil` are left out.
    ///
    /// A property's `FieldType` defines its plain value: a `Duration` is text such as `250ms`, an enumeration its raw
    /// value. Empty if the record is not flat; ``flatValues()`` throws the reason.
    public var values: [String: FieldValue] { (try? flatValues()) ?? [:] }

    /// Returns ``values``.
    ///
    /// - Throws: `FeatureError` with the code `featureFault` if the type of a property is not a field type.
    public func flatValues() throws -> [String: FieldValue] {
        let encoder = FlatRecordEncoder(Self.self)
        try encode(to: encoder)
        return encoder.storage.values
    }

    /// Creates a record from its key and its plain values, keyed by property name; other names are ignored.
    ///
    /// Checks types but not the rules of ``fields``. Check values from outside against the fields first.
    ///
    /// - Throws: `InputRefused`, naming the first property whose value is missing or of another type; `FeatureError`
    ///   with the code `featureFault` if a property has no field or its type is not a field type.
    public init(id: String, values: [String: FieldValue]) throws {
        try self.init(from: FlatRecordDecoder(Self.self, id: id, values: values))
    }
}

/// Returns the error for a record type that is not flat.
///
/// - Parameters:
///   - record: The record's type.
///   - what: The fault, as a clause.
func notFlat(_ record: any Record.Type, _ what: String) -> FeatureError {
    FeatureError(
        .featureFault,
        "\(record) is not a flat record: \(what); its properties may be String, Int, Double, Bool, Duration, CalendarDate, "
            + "Instant, an enumeration of texts that is a FieldType, or an optional of these")
}

extension FieldKind {
    /// Whether a property of a record can be of this kind: files and stores have one plain value a column, and a secret
    /// must stand in none.
    var isKeptInRecords: Bool {
        switch self {
        case .text, .integer, .decimal, .boolean, .choice, .date, .duration, .instant: true
        case .texts, .choices, .secret: false
        }
    }
}

extension Record {
    /// Says whether all fields are of kinds that records keep.
    ///
    /// - Throws: `FeatureError` with the code `featureFault` that names the first field that is not.
    package static func verifyFields() throws {
        for field in fields.map(\.description) where !field.kind.isKeptInRecords {
            throw FeatureError(
                .featureFault,
                "\(Self.self) cannot be kept: its field '\(field.name)' is of the kind \(field.kind.rawValue), which records "
                    + "do not keep; \(field.kind == .secret ? "leave it out" : "keep it as text")")
        }
    }
}

/// Returns the error for a property whose type is not a field type.
func notFlat(_ record: any Record.Type, property: any CodingKey, type: Any.Type) -> FeatureError {
    notFlat(record, "its property '\(property.stringValue)' is of the type \(type)")
}
