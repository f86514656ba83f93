import Foundation
import Testing

/// Parses a JSON object into a dictionary, so that tests can compare it without regard to the order of members.
func object(from json: [UInt8]) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: Data(json)) as? NSDictionary)
}

/// Encodes a value as JSON with sorted members.
func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Decodes a value from JSON.
func value<Value: Decodable>(_ type: Value.Type = Value.self, from json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
}

/// Decodes a value from JSON.
func value<Value: Decodable>(_ type: Value.Type = Value.self, from json: [UInt8]) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json))
}
