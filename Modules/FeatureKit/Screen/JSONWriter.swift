/// Writes JSON (RFC 8259) of the screen's fixed vocabulary, several times as fast as a general encoder.
///
/// Members come in the order of the tables that define the vocabulary, those of dictionaries by name, so that equal values
/// give equal bytes. Tests hold it equal to the types' `Codable` form.
package struct JSONWriter: ~Copyable {
    /// Memory of its own: an array would ask at each of a frame's hundred small pieces whether it is shared.
    private var buffer: UnsafeMutableBufferPointer<UInt8>
    /// How many bytes have been written.
    package private(set) var count = 0

    /// What has been written, as UTF-8.
    package var bytes: [UInt8] { Array(buffer[..<count]) }

    /// Calls a function with what has been written, without a copy.
    package borrowing func withBytes<T>(_ body: (UnsafeBufferPointer<UInt8>) throws -> T) rethrows -> T {
        try body(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }

    /// Forgets what has been written and keeps the room for it.
    package mutating func removeAll() { count = 0 }

    /// Creates a writer with room for some bytes; it grows as needed.
    package init(capacity: Int = 512) {
        buffer = .allocate(capacity: max(16, capacity))
    }

    deinit { buffer.deallocate() }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ json: StaticString) {
        append(UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount)[...])
    }

    /// Writes bytes that are already JSON.
    package mutating func raw(_ json: [UInt8]) {
        json.withUnsafeBufferPointer { append($0[...]) }
    }

    /// Writes bytes as they are.
    package mutating func raw(_ bytes: UnsafeBufferPointer<UInt8>) { append(bytes[...]) }

    /// Writes a string in quotes.
    package mutating func string(_ text: String) {
        append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices where Self.needsEscape(utf8[index]) {
                append(utf8[start..<index])
                escape(utf8[index])
                start = index + 1
            }
            append(utf8[start...])
        }
        append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    package mutating func integer(_ number: Int) {
        plain(String(number))
    }

    /// Writes a value; a number that JSON does not have (infinite, not a number) as `null`.
    package mutating func value(_ value: FieldValue) {
        switch value {
        case .text(let text): string(text)
        case .integer(let number): integer(number)
        case .decimal(let number):
            if number.isFinite { plain(String(number)) } else { raw("null") }
        case .boolean(let flag): flag ? raw("true") : raw("false")
        }
    }

    /// Writes an object of values, by name; numbers that JSON does not have are left out.
    package mutating func object(_ values: [String: FieldValue]) {
        raw("{")
        var isFirst = true
        var last: String?
        // A record has a handful of values; the next of them by name is found sooner than an array is sorted.
        while let (name, value) = values.lazy.filter({ entry in last.map { $0 < entry.key } ?? true })
            .min(by: { $0.key < $1.key })
        {
            last = name
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
            append(digits[Int(byte >> 4)])
            append(digits[Int(byte & 15)])
        }
    }

    /// Writes text that needs no escapes: a number.
    private mutating func plain(_ text: String) {
        var text = text
        text.withUTF8 { append($0[...]) }
    }

    private mutating func append(_ byte: UInt8) {
        reserve(1)
        buffer[count] = byte
        count += 1
    }

    private mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        guard !bytes.isEmpty else { return }
        reserve(bytes.count)
        _ = buffer[count...].update(fromContentsOf: bytes)
        count += bytes.count
    }

    private mutating func reserve(_ more: Int) {
        guard count + more > buffer.count else { return }
        let larger = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(2 * buffer.count, count + more))
        _ = larger.update(fromContentsOf: buffer[..<count])
        buffer.deallocate()
        buffer = larger
    }
}
