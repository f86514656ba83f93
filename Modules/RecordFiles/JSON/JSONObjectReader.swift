import FeatureKit
import FeatureStorage

/// Parses one flat JSON object according to the fields.
///
/// Its properties describe the last object that was parsed completely.
struct JSONObjectReader {
    private let fields: [FieldDescription]
    /// The names of the fields as bytes, then `id`, then the older names of fields, with the field's index.
    private let keys: [(name: [UInt8], slot: Int)]
    private let defaults: [String: FieldValue]

    private(set) var id: String?
    private(set) var values: [String: FieldValue] = [:]
    private(set) var faults: [RecordFileError.Fault] = []

    private var isGiven: [Bool]
    private var unknownKeys: [JSONScanner.Text] = []

    init(fields: [FieldDescription]) {
        self.fields = fields
        let names = (fields.map(\.name) + ["id"]).enumerated().map { (name: Array($1.utf8), slot: $0) }
        keys = names + fields.enumerated().compactMap { slot, field in field.storedName.map { (Array($0.utf8), slot) } }
        defaults = Dictionary(
            fields.compactMap { field in field.defaultValue.map { (field.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        isGiven = Array(repeating: false, count: names.count)
    }

    /// Parses an object.
    ///
    /// If the value is not an object, records a fault and skips the value.
    mutating func read(
        _ scanner: inout JSONScanner, at position: RecordFileError.Position
    ) throws(JSONScanner.Stop) {
        id = nil
        values = Dictionary(minimumCapacity: fields.count)
        for (name, value) in defaults { values[name] = value }
        faults.removeAll()
        unknownKeys.removeAll(keepingCapacity: true)
        for slot in isGiven.indices { isGiven[slot] = false }
        guard try scanner.peek("an object") == UInt8(ascii: "{") else {
            let found = try describeValue(&scanner)
            faults.append(.init(position, "expected an object, got \(found)"))
            return
        }
        scanner.advance()
        if try scanner.peek("a key in quotes or '}'") == UInt8(ascii: "}") {
            scanner.advance()
        } else {
            var hasMore = true
            while hasMore {
                try readMember(&scanner, at: position)
                switch try scanner.peek("',' or '}' after a value") {
                case UInt8(ascii: ","): break
                case UInt8(ascii: "}"): hasMore = false
                default: throw scanner.unexpected("',' or '}' after a value")
                }
                scanner.advance()
            }
        }
        requireAll(scanner, at: position)
    }

    private mutating func readMember(
        _ scanner: inout JSONScanner, at position: RecordFileError.Position
    ) throws(JSONScanner.Stop) {
        let key = try scanner.key()
        let first = try scanner.peek(JSONScanner.anyValue)
        guard let slot = slot(of: key, in: scanner) else {
            unknownKeys.append(key)
            return try scanner.skipValue()
        }
        let name = slot < fields.count ? fields[slot].name : "id"
        if isGiven[slot] {
            faults.append(.init(position, field: name, "expected this key once, got it twice"))
            return try scanner.skipValue()
        }
        isGiven[slot] = true
        let refusal: String?
        if slot < fields.count {
            refusal = try readValue(&scanner, first, of: fields[slot])
        } else {
            refusal = try readID(&scanner, first)
        }
        if let refusal { faults.append(.init(position, field: name, refusal)) }
    }

    private func slot(of key: JSONScanner.Text, in scanner: JSONScanner) -> Int? {
        let raw = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: scanner.bytes[key.range]))
        guard key.hasEscapes else { return slot(of: raw) }
        return scanner.name(key).flatMap { Array($0.utf8).withUnsafeBytes(slot) }
    }

    private func slot(of key: UnsafeRawBufferPointer) -> Int? {
        for each in keys where each.name.count == key.count {
            if each.name.withUnsafeBytes({ $0.elementsEqual(key) }) { return each.slot }
        }
        return nil
    }

    /// Parses a field's value.
    ///
    /// Returns the refusal, or `nil` if the value is valid.
    private mutating func readValue(
        _ scanner: inout JSONScanner, _ first: UInt8, of field: FieldDescription
    ) throws(JSONScanner.Stop) -> String? {
        let value: FieldValue
        var digits: Range<Int>?
        switch first {
        case UInt8(ascii: "\""):
            switch try readText(&scanner) {
            case .success(let text): value = .text(text)
            case .failure(let refusal): return refusal.message
            }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let (range, isWhole) = try scanner.number()
            digits = range
            guard let number = scanner.value(range, isWhole: isWhole) else {
                return field.refusal(found: Self.digits(scanner, range))
            }
            value = number
        case UInt8(ascii: "t"):
            try scanner.take(literal: "true")
            value = true
        case UInt8(ascii: "f"):
            try scanner.take(literal: "false")
            value = false
        default:
            let found = try describeValue(&scanner)
            let isAbsent = found == "null" && (!field.required || field.defaultValue != nil)
            return isAbsent ? nil : field.refusal(found: found)
        }
        switch field.check(value) {
        case .success(let value):
            values[field.name] = value
            return nil
        case .failure(let refusal):
            // Quote the digits from the file, not the digits of the `Double`.
            return digits.map { field.refusal(found: Self.digits(scanner, $0)) } ?? refusal.message
        }
    }

    private mutating func readID(_ scanner: inout JSONScanner, _ first: UInt8) throws(JSONScanner.Stop) -> String? {
        let expected = "expected a non-empty text or a whole number"
        switch first {
        case UInt8(ascii: "\""):
            switch try readText(&scanner) {
            case .success(""): return "\(expected), got \"\""
            case .success(let text):
                if case .failure(let refusal) = RecordFields.id.description.check(.text(text)) {
                    return refusal.message
                }
                id = text
                return nil
            case .failure(let refusal): return refusal.message
            }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let (range, isWhole) = try scanner.number()
            guard case .integer(let number) = scanner.value(range, isWhole: isWhole) else {
                return "\(expected), got \(Self.digits(scanner, range))"
            }
            id = String(number)
            return nil
        default:
            let found = try describeValue(&scanner)
            return found == "null" ? nil : "\(expected), got \(found)"
        }
    }

    private struct TextRefusal: Error { let message: String }

    private func readText(_ scanner: inout JSONScanner) throws(JSONScanner.Stop) -> Result<String, TextRefusal> {
        let text = try scanner.string()
        let string: String
        do throws(TextFault) { string = try scanner.text(text) } catch {
            return .failure(TextRefusal(message: error.message(found: shown(scanner.bytes[text.range]))))
        }
        guard !string.utf8.contains(0) else {
            return .failure(TextRefusal(message: "expected text without NUL characters, got text with one"))
        }
        return .success(string)
    }

    /// Skips an unexpected value and returns a description of it.
    private func describeValue(_ scanner: inout JSONScanner) throws(JSONScanner.Stop) -> String {
        let first = try scanner.peek(JSONScanner.anyValue)
        let start = scanner.index
        try scanner.skipValue()
        return switch first {
        case UInt8(ascii: "{"): "an object"
        case UInt8(ascii: "["): "a list"
        case UInt8(ascii: "\""): shown(scanner.bytes[(start + 1)..<(scanner.index - 1)])
        default: Self.digits(scanner, start..<scanner.index)
        }
    }

    /// Returns a number or a word as it is in the file, shortened.
    private static func digits(_ scanner: JSONScanner, _ range: Range<Int>) -> String {
        let text = String(decoding: scanner.bytes[range].prefix(60), as: UTF8.self)
        return range.count > 60 ? text + "…" : text
    }

    /// Adds a fault for each required field that is missing.
    private mutating func requireAll(_ scanner: JSONScanner, at position: RecordFileError.Position) {
        for slot in fields.indices where !isGiven[slot] && fields[slot].required && fields[slot].defaultValue == nil {
            let field = fields[slot]
            let hint = nearestMatch(to: field.name, among: unknownKeys.prefix(1000).compactMap(scanner.name))
            let remedy = hint.map { "; rename the key '\($0)' to '\(field.name)'" } ?? ""
            faults.append(.init(position, field: field.name, field.refusal(found: "nothing") + remedy))
        }
    }
}
