import Foundation
import Testing

/// What JSON says, whatever the order of its members.
func object(from json: [UInt8]) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(json)) as? NSDictionary)
}

/// The JSON of a value, members by name.
func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// The value that JSON stands for.
func value<Value: Decodable>(_ type: Value.Type = Value.self, from json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
}

/// The value that JSON stands for.
func value<Value: Decodable>(_ type: Value.Type = Value.self, from json: [UInt8]) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json))
}
