/// An encoder for the JSON (RFC 8259) of screens.
///
/// It is several times as fast as a general encoder.
///
/// It writes the members of each type in a fixed order, and sorts the members of dictionaries by name. Equal values
/// therefore have equal bytes. No other code writes these types: they are `Decodable`, for programs that read them.
package struct JSONWriter: ~Copyable {
    private var out: ByteWriter
    /// The sorted names of the last object with more than two members.
    ///
    /// The next object usually has the same names.
    private var names: [String] = []

    /// The bytes of the written JSON, in UTF-8.
    package var bytes: [UInt8] { withBytes { Array($0) } }

    /// Calls a closure with the bytes of the written JSON, without copying them.
    package borrowing func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) throws -> T) rethrows -> T {
        try out.withBytes(body)
    }

    /// Removes the written JSON, and keeps the buffer.
    package mutating func removeAll() { out.removeAll() }

    /// The number of bytes written.
    package var count: Int { out.count }

    /// Creates a writer with an initial capacity in bytes.
    package init(capacity: Int = 512) { out = ByteWriter(capacity: capacity) }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ json: StaticString) { out.append(json) }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ json: [UInt8]) {
        json.withUnsafeBufferPointer { raw($0) }
    }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ bytes: UnsafeBufferPointer<UInt8>) { out.append(bytes) }

    /// Writes the name of a member.
    ///
    /// Writes a comma first, unless the member is the first in its object.
    package mutating func key(_ name: StaticString) {
        if out.last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        raw(name)
        raw("\":")
    }

    /// Writes a string in quotes.
    package mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string($0) }
    }

    /// Writes UTF-8 as a string in quotes.
    package mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        if Self.needsEscape(utf8) {
            var start = 0
            for index in utf8.indices where Self.needsEscape(utf8[index]) {
                raw(UnsafeBufferPointer(rebasing: utf8[start..<index]))
                escape(utf8[index])
                start = index + 1
            }
            raw(UnsafeBufferPointer(rebasing: utf8[start...]))
        } else {
            raw(utf8)
        }
        append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    package mutating func integer(_ number: Int) { out.append(digitsOf: number) }

    /// Writes a value.
    ///
    /// Secrets, infinite numbers and NaN become `null`.
    package mutating func value(_ value: FieldValue) {
        switch value {
        case .text(let text): string(text)
        case .integer(let number): integer(number)
        case .decimal(let number):
            if number.isFinite { plain(String(number)) } else { raw("null") }
        case .boolean(let flag): flag ? raw("true") : raw("false")
        case .texts(let texts): array(texts) { $0.string($1) }
        case .secret: raw("null")
        }
    }

    /// Writes an object.
    ///
    /// Its members are sorted by name. Secrets, infinite numbers and NaN are left out.
    package mutating func object(_ values: [String: FieldValue]) {
        raw("{")
        var isFirst = true
        if values.count <= 2 {
            // Most objects have at most two members; one comparison sorts them.
            var entries = values.makeIterator()
            if let one = entries.next() {
                let other = entries.next()
                let isOtherFirst = other.map { $0.key.precedesByBytes(one.key) } ?? false
                if isOtherFirst, let other { member(other, &isFirst) }
                member(one, &isFirst)
                if !isOtherFirst, let other { member(other, &isFirst) }
            }
        } else if !writeMembers(of: values) {
            names = values.keys.sorted { $0.precedesByBytes($1) }
            _ = writeMembers(of: values)
        }
        raw("}")
    }

    /// Writes the members in the order of ``names``.
    ///
    /// Returns `false` and writes nothing if the members have other names.
    ///
    /// The rows of a list usually have the same names. Their names are then sorted only once.
    private mutating func writeMembers(of values: [String: FieldValue]) -> Bool {
        guard names.count == values.count else { return false }
        let (beginning, names) = (count, names)
        var isFirst = true
        for name in names {
            guard let value = values[name] else {
                out.removeAll(from: beginning)
                return false
            }
            member((name, value), &isFirst)
        }
        return true
    }

    private mutating func member(_ entry: (key: String, value: FieldValue), _ isFirst: inout Bool) {
        if !entry.value.isInJSON { return }
        if !isFirst { append(UInt8(ascii: ",")) }
        isFirst = false
        string(entry.key)
        append(UInt8(ascii: ":"))
        value(entry.value)
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

    /// Returns whether any byte needs an escape.
    ///
    /// The loop has no early exit, so that the compiler can vectorise it.
    private static func needsEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var found: UInt8 = 0
        for byte in bytes { found |= needsEscape(byte) ? 1 : 0 }
        return found != 0
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            append(UInt8(ascii: "\\"))
            append(byte)
        case 0x0A: raw("\\n")
        case 0x0D: raw("\\r")
        case 0x09: raw("\\t")
        default:
            let digits = Array("0123456789abcdef".utf8)
            raw("\\u00")
            append(digits[Int(byte >> 4)])
            append(digits[Int(byte & 15)])
        }
    }

    /// Writes a text without quotes and without escapes.
    private mutating func plain(_ text: String) {
        var text = text
        text.withUTF8 { raw($0) }
    }

    private mutating func append(_ byte: UInt8) { out.append(byte) }
}

extension String {
    /// Returns whether the text comes before another one in the order of their bytes in UTF-8.
    ///
    /// The operator `<` does not order all texts: neither of `"\u{E9}\u{1F}"` and `"e\u{301}"` is less (Swift 6.3.1).
    func precedesByBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
