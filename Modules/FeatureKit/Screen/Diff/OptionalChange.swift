/// A change of an optional property.
package enum OptionalChange<Value: Sendable & Hashable>: Sendable, Hashable {
    /// The property does not change.
    case kept
    /// The property becomes `nil`.
    case removed
    /// The property gets a new value.
    case set(Value)

    init(from old: Value?, to new: Value?) {
        self = old == new ? .kept : new.map(OptionalChange.set) ?? .removed
    }

    func applied(to old: Value?) -> Value? {
        switch self {
        case .kept: old
        case .removed: nil
        case .set(let value): value
        }
    }
}

extension KeyedDecodingContainer {
    func change<Value: Decodable>(forKey key: Key) throws -> OptionalChange<Value> {
        guard contains(key) else { return .kept }
        return try decodeNil(forKey: key) ? .removed : .set(try decode(Value.self, forKey: key))
    }
}

extension KeyedEncodingContainer {
    mutating func encode<Value: Encodable>(_ change: OptionalChange<Value>, forKey key: Key) throws {
        switch change {
        case .kept: break
        case .removed: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}
