/// Writes the JSON (RFC 8259) of screens, several times as fast as a general encoder.
///
/// It writes members in the order of the vocabulary and sorts the members of dictionaries by name, so equal values have
/// equal bytes. Tests compare its JSON to the `Codable` form of the types.
package struct JSONWriter: ~Copyable {
    /// A buffer and no array: an array would check that it is unique at each of the many small writes of a frame.
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    /// The number of bytes written.
    package private(set) var count = 0
    /// The sorted names of the last object with more than two values; the next one mostly has the same.
    private var names: [String] = []

    /// The JSON written, in UTF-8.
    package var bytes: [UInt8] { withBytes { Array($0) } }

    /// Calls a function with the JSON written, without copying it.
    package borrowing func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) throws -> T) rethrows -> T {
        try body(UnsafeBufferPointer(start: start, count: count))
    }

    /// Removes the JSON written and keeps the buffer.
    package mutating func removeAll() { count = 0 }

    /// Creates a writer with an initial capacity in bytes.
    package init(capacity: Int = 512) {
        self.capacity = max(16, capacity)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ json: StaticString) {
        append(json.utf8Start, json.utf8CodeUnitCount)
    }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ json: [UInt8]) {
        json.withUnsafeBufferPointer { raw($0) }
    }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ bytes: UnsafeBufferPointer<UInt8>) {
        if let first = bytes.baseAddress { append(first, bytes.count) }
    }

    /// Writes a member's name, and a comma before it unless it is the first of its object.
    package mutating func key(_ name: StaticString) {
        if start[count - 1] != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
        append(UInt8(ascii: "\""))
        raw(name)
        raw("\":")
    }

    /// Writes a string in quotes.
    package mutating func string(_ text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            guard Self.needsEscape(utf8) else { return raw(utf8) }
            var start = 0
            for index in utf8.indices where Self.needsEscape(utf8[index]) {
                raw(UnsafeBufferPointer(rebasing: utf8[start..<index]))
                escape(utf8[index])
                start = index + 1
            }
            raw(UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    package mutating func integer(_ number: Int) {
        if 0..<10 ~= number { append(UInt8(ascii: "0") + UInt8(number)) } else { plain(String(number)) }
    }

    /// Writes a value; secrets, infinite numbers and NaN become `null`.
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

    /// Writes an object with its members sorted by name, without secrets, infinite numbers and NaN.
    package mutating func object(_ values: [String: FieldValue]) {
        raw("{")
        var isFirst = true
        if values.count <= 2 {
            // Most objects have at most two members; one comparison sorts them.
            var entries = values.makeIterator()
            if let one = entries.next() {
                let other = entries.next()
                if let other, other.key < one.key { member(other, &isFirst) }
                member(one, &isFirst)
                if let other, one.key < other.key { member(other, &isFirst) }
            }
        } else if !writeMembers(of: values) {
            names = values.keys.sorted()
            _ = writeMembers(of: values)
        }
        raw("}")
    }

    /// Writes values in the order of ``names``, if they have these names; the rows of a list mostly have the same.
    private mutating func writeMembers(of values: [String: FieldValue]) -> Bool {
        guard names.count == values.count else { return false }
        let (beginning, names) = (count, names)
        var isFirst = true
        for name in names {
            guard let value = values[name] else {
                count = beginning
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

    /// Whether any byte needs an escape; without an early exit, the compiler can vectorise the loop.
    private static func needsEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var found: UInt8 = 0
        for byte in bytes { found |= needsEscape(byte) ? 1 : 0 }
        return found != 0
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
            append(digits[Int(byte >> 4)])
            append(digits[Int(byte & 15)])
        }
    }

    /// Writes text that needs no quotes and no escapes.
    private mutating func plain(_ text: String) {
        var text = text
        text.withUTF8 { raw($0) }
    }

    private mutating func append(_ byte: UInt8) {
        if count == capacity { grow(1) }
        start[count] = byte
        count += 1
    }

    private mutating func append(_ bytes: UnsafePointer<UInt8>, _ more: Int) {
        if count + more > capacity { grow(more) }
        (start + count).update(from: bytes, count: more)
        count += more
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        capacity = max(2 * capacity, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: count)
        start.deallocate()
        start = larger
    }
}
