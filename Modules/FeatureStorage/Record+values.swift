public import FeatureKit

extension Record {
    /// The plain values of all properties but `id`, by the properties' names; those that are `nil` are left out.
    ///
    /// What a `FieldType` says is its plain value: a `Duration` is text such as `250ms`, an enumeration its raw value.
    /// Empty for a record that is not flat, which ``flatValues()`` explains.
    public var values: [String: FieldValue] { (try? flatValues()) ?? [:] }

    /// Returns ``values``, or says why the record is not flat.
    ///
    /// - Throws: `FeatureError` with the code `featureFault` if a property's type is not a field type.
    public func flatValues() throws -> [String: FieldValue] {
        let encoder = FlatRecordEncoder(Self.self)
        try encode(to: encoder)
        return encoder.storage.values
    }

    /// Creates a record from its key and plain values by the properties' names; values for other names are ignored.
    ///
    /// Types are checked, the rules of ``fields`` are not: who takes values from outside checks them first.
    ///
    /// - Throws: `InputRefused` naming the first property whose value is missing or of another type; `FeatureError` with
    ///   the code `featureFault` if a property has no field or its type is not a field type.
    public init(id: String, values: [String: FieldValue]) throws {
        try self.init(from: FlatRecordDecoder(Self.self, id: id, values: values))
    }
}

/// Says that a record is not the flat value that it has to be.
///
/// - Parameters:
///   - record: The record's type.
///   - what: What is wrong in it, as a clause.
func notFlat(_ record: any Record.Type, _ what: String) -> FeatureError {
    FeatureError(
        .featureFault,
        "\(record) is no flat record: \(what); its properties may be String, Int, Double, Bool, Duration, CalendarDate, "
            + "an enumeration of texts that is a FieldType, or an optional of these")
}

/// Says that a property's type cannot stand in a record.
func notFlat(_ record: any Record.Type, property: any CodingKey, type: Any.Type) -> FeatureError {
    notFlat(record, "its property '\(property.stringValue)' is of the type \(type)")
}
