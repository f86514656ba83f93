/// Writes JSON (RFC 8259) of the screen's fixed vocabulary, several times as fast as a general encoder.
///
/// Members come in the order of the tables that define the vocabulary, those of dictionaries by name, so that equal values
/// give equal bytes. Tests hold it equal to the types' `Codable` form.
package struct JSONWriter {
    /// What has been written, as UTF-8.
    package private(set) var bytes: [UInt8] = []

    /// Creates a writer with room for some bytes; it grows as needed.
    package init(capacity: Int = 512) {
        bytes.reserveCapacity(capacity)
    }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ json: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ json: some Sequence<UInt8>) {
        bytes.append(contentsOf: json)
    }

    /// Writes a string in quotes.
    package mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices where Self.needsEscape(utf8[index]) {
                bytes.append(contentsOf: utf8[start..<index])
                escape(utf8[index])
                start = index + 1
            }
            bytes.append(contentsOf: utf8[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    package mutating func integer(_ number: Int) {
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes a value; a number that JSON does not have (infinite, not a number) as `null`.
    package mutating func value(_ value: FieldValue) {
        switch value {
        case .text(let text): string(text)
        case .integer(let number): integer(number)
        case .decimal(let number):
            if number.isFinite { bytes.append(contentsOf: String(number).utf8) } else { raw("null") }
        case .boolean(let flag): flag ? raw("true") : raw("false")
        }
    }

    /// Writes an object of values, by name; numbers that JSON does not have are left out.
    package mutating func object(_ values: [String: FieldValue]) {
        raw("{")
        var isFirst = true
        for (name, value) in values.count > 1 ? values.sorted(by: { $0.key < $1.key }) : Array(values) {
            if case .decimal(let number) = value, !number.isFinite { continue }
            if !isFirst { raw(",") }
            isFirst = false
            string(name)
            raw(":")
            self.value(value)
        }
        raw("}")
    }

    /// Writes an array.
    package mutating func array<Item>(_ items: [Item], _ write: (inout JSONWriter, Item) -> Void) {
        raw("[")
        for index in items.indices {
            if index > 0 { raw(",") }
            write(&self, items[index])
        }
        raw("]")
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw("\\\"")
        case UInt8(ascii: "\\"): raw("\\\\")
        case 0x0A: raw("\\n")
        case 0x0D: raw("\\r")
        case 0x09: raw("\\t")
        default:
            let digits = Array("0123456789abcdef".utf8)
            raw("\\u00")
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}
