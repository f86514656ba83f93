import FeatureKit

/// Encodes a record into plain values, keyed by property name.
struct FlatRecordEncoder: Encoder {
    final class Storage {
        var values: [String: FieldValue] = [:]
    }

    let storage = Storage()
    private let record: any Record.Type

    init(_ record: any Record.Type) {
        self.record = record
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Properties(storage: storage, record: record))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        RefusingEncoder(refusal: notFlat(record, "it encodes itself as a list"))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        RefusingEncoder(refusal: notFlat(record, "it encodes itself as a single value"))
    }
}

extension FlatRecordEncoder {
    private struct Properties<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let storage: Storage
        let record: any Record.Type

        var codingPath: [any CodingKey] { [] }

        private func set(_ value: FieldValue?, for key: Key) {
            let name = key.stringValue
            if name != "id" { storage.values[name] = value }
        }

        // This overload for the most common types avoids the cast in the generic method.
        func encode(_ value: String, forKey key: Key) { set(.text(value), for: key) }
        func encode(_ value: Int, forKey key: Key) { set(.integer(value), for: key) }
        func encode(_ value: Double, forKey key: Key) { set(.decimal(value), for: key) }
        func encode(_ value: Bool, forKey key: Key) { set(.boolean(value), for: key) }
        func encodeNil(forKey key: Key) {}

        func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            guard let value = value as? any FieldType, type(of: value).fieldKind.isKeptInRecords else {
                throw notFlat(record, property: key, type: T.self)
            }
            set(value.fieldValue, for: key)
        }

        private func refusingEncoder(at key: some CodingKey) -> RefusingEncoder {
            RefusingEncoder(
                refusal: notFlat(record, "it encodes its property '\(key.stringValue)' as nested values"))
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            refusingEncoder(at: key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { refusingEncoder(at: key) }
        func superEncoder(forKey key: Key) -> any Encoder { refusingEncoder(at: key) }
        func superEncoder() -> any Encoder {
            RefusingEncoder(refusal: notFlat(record, "it encodes a superclass"))
        }
    }
}

/// An encoder that throws an error at the first attempt to encode a value.
///
/// The container methods of `Encoder` cannot throw. They therefore return this encoder for a record that is not flat.
private struct RefusingEncoder: Encoder, UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let refusal: FeatureError

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { 0 }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Properties(refusal: refusal))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }
    func encodeNil() throws { throw refusal }
    func encode<T: Encodable>(_ value: T) throws { throw refusal }
    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    func superEncoder() -> any Encoder { self }

    private struct Properties<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let refusal: FeatureError

        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) throws { throw refusal }
        func encode<T: Encodable>(_ value: T, forKey key: Key) throws { throw refusal }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> {
            RefusingEncoder(refusal: refusal).container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            RefusingEncoder(refusal: refusal)
        }
        func superEncoder() -> any Encoder { RefusingEncoder(refusal: refusal) }
        func superEncoder(forKey key: Key) -> any Encoder { RefusingEncoder(refusal: refusal) }
    }
}
