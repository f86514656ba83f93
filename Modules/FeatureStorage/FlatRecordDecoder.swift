import FeatureKit

/// Decodes a record from plain values, keyed by property name.
struct FlatRecordDecoder: Decoder {
    private let record: any Record.Type
    private let id: String
    private let values: [String: FieldValue]

    init(_ record: any Record.Type, id: String, values: [String: FieldValue]) {
        (self.record, self.id, self.values) = (record, id, values)
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Properties(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw notFlat(record, "it decodes itself from a list")
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        throw notFlat(record, "it decodes itself from a single value")
    }
}

extension FlatRecordDecoder {
    private struct Properties<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: FlatRecordDecoder

        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { (["id"] + decoder.values.keys).compactMap(Key.init(stringValue:)) }

        private func value(for key: Key) -> FieldValue? {
            let name = key.stringValue
            return name == "id" ? .text(decoder.id) : decoder.values[name]
        }

        private func unwrap<T: FieldType>(_ value: T?, for key: Key) throws -> T {
            guard let value else { throw refusal(T.self, for: key) }
            return value
        }

        func contains(_ key: Key) -> Bool { value(for: key) != nil }
        func decodeNil(forKey key: Key) -> Bool { value(for: key) == nil }

        // These overloads for the four most common types avoid the casts in the generic method.
        func decode(_ type: String.Type, forKey key: Key) throws -> String {
            try unwrap(String(fieldValue: value(for: key)), for: key)
        }
        func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
            try unwrap(Int(fieldValue: value(for: key)), for: key)
        }
        func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
            try unwrap(Double(fieldValue: value(for: key)), for: key)
        }
        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
            try unwrap(Bool(fieldValue: value(for: key)), for: key)
        }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            guard let fieldType = type as? any FieldType.Type, fieldType.fieldKind.isKeptInRecords else {
                throw notFlat(decoder.record, property: key, type: type)
            }
            guard let value = fieldType.init(fieldValue: value(for: key)) as? T else {
                throw refusal(fieldType, for: key)
            }
            return value
        }

        /// Returns the error for a value that has another type than its property.
        ///
        /// The error describes the expected value in the words of the property's field.
        private func refusal(_ type: any FieldType.Type, for key: Key) -> any Error {
            let name = key.stringValue
            let found = value(for: key)?.quoted ?? "nothing"
            guard name != "id" else { return notFlat(decoder.record, property: key, type: type) }
            guard let field = decoder.record.fields.map(\.description).first(where: { $0.name == name }) else {
                return FeatureError(
                    .featureFault,
                    "\(decoder.record) has the property '\(name)' but no field of this name; add one to its fields")
            }
            let refusal = field.refusal(of: found)
            return InputRefused([name: refusal.message], advice: [name: refusal.advice])
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> {
            throw nested(key)
        }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw nested(key) }
        func superDecoder(forKey key: Key) throws -> any Decoder { throw nested(key) }
        func superDecoder() throws -> any Decoder { throw notFlat(decoder.record, "it decodes a superclass") }

        private func nested(_ key: Key) -> FeatureError {
            notFlat(decoder.record, "it decodes its property '\(key.stringValue)' from nested values")
        }
    }
}
