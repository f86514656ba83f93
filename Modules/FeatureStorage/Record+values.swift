public import FeatureKit

extension Record {
    /// The plain values of all properties except `id`, keyed by property name.
    ///
    /// A property that is `nil` has no entry.
    ///
    /// A property's `FieldType` defines its plain value. For example, the plain value of a `Duration` is a text such as
    /// `250ms`, and the plain value of an enumeration is its raw value. If the record is not flat, the dictionary is
    /// empty and ``flatValues()`` throws the reason.
    public var values: [String: FieldValue] { (try? flatValues()) ?? [:] }

    /// Returns ``values``, or throws the reason if the record is not flat.
    ///
    /// - Throws: `FeatureError` with the code `featureFault` if the type of a property is not a field type.
    public func flatValues() throws -> [String: FieldValue] {
        let encoder = FlatRecordEncoder(Self.self)
        try encode(to: encoder)
        return encoder.storage.values
    }

    /// Creates a record from its key and its plain values, keyed by property name.
    ///
    /// Values with other names are ignored.
    ///
    /// This initializer checks the types of the values but not the rules of ``fields``. Validate untrusted values with
    /// the fields first.
    ///
    /// - Throws: `InputRefused`, which names the first property whose value is missing or has another type;
    ///   `FeatureError` with the code `featureFault` if a property has no field or its type is not a field type.
    public init(id: String, values: [String: FieldValue]) throws {
        try self.init(from: FlatRecordDecoder(Self.self, id: id, values: values))
    }

    /// Takes the values that a person or a client has given for fields of the record.
    ///
    /// All other values stay as they are, also if a form has filled them in. The handler of an action with the effect
    /// `edits` calls ``LiveRecords/change(_:seen:_:)`` with this method and needs no other code.
    ///
    /// - Throws: `InputRefused` if the input removes a value that the record needs.
    public mutating func update(with input: Input) throws {
        var values = try flatValues()
        for name in Self.fields.map(\.description.name) where input.changed.contains(name) {
            values[name] = input.values[name]
        }
        self = try Self(id: id, values: values)
    }
}

/// Returns the error for a record type that is not flat.
///
/// - Parameters:
///   - record: The record's type.
///   - what: The reason, as a clause.
func notFlat(_ record: any Record.Type, _ what: String) -> FeatureError {
    FeatureError(
        .featureFault,
        "\(record) is not a flat record: \(what); its properties may be String, Int, Double, Bool, Duration, CalendarDate, "
            + "Instant, Ref, an enumeration of texts that is a FieldType, or an optional of such a type")
}

extension FieldKind {
    /// A Boolean value that says whether records can have a property of this kind.
    ///
    /// Files and stores have one plain value per column, and they must not contain secrets.
    var isKeptInRecords: Bool {
        switch self {
        case .text, .integer, .decimal, .boolean, .choice, .date, .duration, .instant, .reference: true
        case .texts, .choices, .secret: false
        }
    }
}

extension Record {
    /// Checks that records can keep the kinds of all fields.
    ///
    /// - Throws: `FeatureError` with the code `featureFault`, which names the first field whose kind records cannot
    ///   keep.
    package static func verifyFields() throws {
        for field in fields.map(\.description) where !field.kind.isKeptInRecords {
            throw FeatureError(
                .featureFault,
                "\(Self.self) cannot be stored: its field '\(field.name)' has the kind \(field.kind.rawValue), which "
                    + "records do not support; \(field.kind == .secret ? "remove the field" : "make it a text field")")
        }
        for field in fields.map(\.description) where field.required && field.reference?.onDelete == .clear {
            throw FeatureError(
                .featureFault,
                "\(Self.self) cannot be stored: its field '\(field.name)' must have a value, so it cannot be cleared when "
                    + "the named record is removed; give it the type Ref? or another rule")
        }
        let names = fields.map(\.description.name) + fields.compactMap(\.description.storedName)
        if let twice = names.enumerated().first(where: { names[..<$0].contains($1) })?.element {
            throw FeatureError(
                .featureFault,
                "\(Self.self) cannot be stored: two of its fields have the name '\(twice)', one perhaps formerly")
        }
    }
}

/// Returns the error for a property whose type is not a field type.
func notFlat(_ record: any Record.Type, property: any CodingKey, type: Any.Type) -> FeatureError {
    notFlat(record, "its property '\(property.stringValue)' is of the type \(type)")
}
