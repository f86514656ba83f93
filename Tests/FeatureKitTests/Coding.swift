import FeatureKit
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

/// A value of the wire format that `JSONWriter` writes.
protocol Writable {
    func write(to writer: inout JSONWriter)
}

extension FeatureManifest: Writable { func write(to writer: inout JSONWriter) { writer.manifest(self) } }
extension Action: Writable { func write(to writer: inout JSONWriter) { writer.action(self) } }
extension FieldDescription: Writable { func write(to writer: inout JSONWriter) { writer.field(self) } }
extension Screen: Writable { func write(to writer: inout JSONWriter) { writer.screen(self) } }
extension Phase: Writable { func write(to writer: inout JSONWriter) { writer.phase(self) } }
extension Element: Writable { func write(to writer: inout JSONWriter) { writer.element(self) } }
extension Row: Writable { func write(to writer: inout JSONWriter) { writer.row(self) } }
extension Button: Writable { func write(to writer: inout JSONWriter) { writer.button(self) } }
extension Notice: Writable { func write(to writer: inout JSONWriter) { writer.notice(self) } }
extension Frame: Writable { func write(to writer: inout JSONWriter) { writer.raw(json) } }

/// Writes a value of the wire format as JSON with sorted members.
func json(_ value: some Writable) throws -> String {
    var writer = JSONWriter()
    value.write(to: &writer)
    let object = try JSONSerialization.jsonObject(with: Data(writer.bytes))
    let sorted = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: sorted, as: UTF8.self)
}

/// Decodes a value from JSON.
func value<Value: Decodable>(_ type: Value.Type = Value.self, from json: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json.utf8))
}

/// Decodes a value from JSON.
func value<Value: Decodable>(_ type: Value.Type = Value.self, from json: [UInt8]) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(json))
}
