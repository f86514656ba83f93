import FeatureKit
import HTTPTypes

/// Parses the JSON object in a request's body.
///
/// The result is safe to compare and hash, and its names have at most `StreamSafeText.nameLimit` bytes. A nested object
/// may contain plain values; deeper values are skipped.
struct JSONBodyReader {
    /// The maximum nesting depth of objects and arrays.
    ///
    /// It is larger than any field needs.
    static let depthLimit = 32

    /// The names that occur several times in the same object.
    private(set) var repeated: Set<String> = []
    private var scanner: JSONScanner
    private var count = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        scanner = JSONScanner(bytes, source: "body")
    }

    /// Parses the whole body.
    ///
    /// - Throws: ``Problem`` (400) for a body that is no JSON object, is nested too deeply or has too many members.
    mutating func read() throws(Problem) -> [String: JSONMember] {
        do {
            guard try scanner.peek(Self.anObject) == UInt8(ascii: "{") else { throw scanner.unexpected(Self.anObject) }
            let members = try object { reader in try reader.member() }
            guard try scanner.peekOrEnd() == nil else { throw scanner.unexpected("nothing after the object") }
            return members
        } catch {
            throw problem(of: error)
        }
    }

    private static let anObject = "an object in braces, like {\"name\": \"Rex\"}"

    private func problem(of error: any Error) -> Problem {
        switch error {
        case JSONScanner.Stop.malformed(let index, let message):
            var place = TextPlace()
            place.advance(over: scanner.bytes[..<index])
            return Problem(
                .badRequest, "the body is not a JSON object: line \(place.line), column \(place.column): \(message)")
        case let problem as Problem: return problem
        default: return Problem(.badRequest, "the body is not a JSON object: it ends too early")
        }
    }

    /// Parses an object from its opening brace.
    private mutating func object<Member>(
        _ read: (inout JSONBodyReader) throws -> Member
    ) throws -> [String: Member] {
        scanner.advance()
        var members: [String: Member] = [:]
        guard try scanner.peek("a key in quotes or '}'") != UInt8(ascii: "}") else {
            scanner.advance()
            return members
        }
        while true {
            let name = try self.name()
            let member = try read(&self)
            if members.updateValue(member, forKey: name) != nil { repeated.insert(name) }
            switch try scanner.peek("',' or '}' after a value") {
            case UInt8(ascii: ","): scanner.advance()
            case UInt8(ascii: "}"):
                scanner.advance()
                return members
            default: throw scanner.unexpected("',' or '}' after a value")
            }
        }
    }

    private mutating func name() throws -> String {
        count += 1
        guard count <= FormText.pairsLimit else {
            throw Problem(.badRequest, "more than \(FormText.pairsLimit) members are given; give each field once")
        }
        let key = try scanner.key()
        if let name = scanner.name(key) { return name }
        do {
            throw Problem.longName(try scanner.text(key))
        } catch TextFault.halfSurrogatePair {
            throw JSONScanner.Stop.malformed(
                at: key.range.lowerBound, message: "expected a name, got one with half a surrogate pair")
        } catch TextFault.tooManyMarks, TextFault.notUTF8 {
            throw Problem(.badRequest, "expected names with \(StreamSafeText.rule); use the names of fields")
        }
    }

    private mutating func member() throws -> JSONMember {
        guard try scanner.peek(JSONScanner.anyValue) == UInt8(ascii: "{") else {
            return switch try leaf(depth: 1) {
            case .value(let value): .value(value)
            case .other(let found): .other(found)
            }
        }
        return .object(try object { reader in try reader.leaf(depth: 2) })
    }

    /// Parses a plain value, or skips an object, a mixed array or `null`.
    private mutating func leaf(depth: Int) throws -> JSONLeaf {
        switch try scanner.peek(JSONScanner.anyValue) {
        case UInt8(ascii: "\""):
            do { return .value(.text(try scanner.text(try scanner.string()))) } catch let fault as TextFault {
                return .other(fault == .halfSurrogatePair ? "text with half a surrogate pair" : Self.unsafeText)
            }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let (digits, isWhole) = try scanner.number()
            return scanner.value(digits, isWhole: isWhole).map { .value($0) }
                ?? .other("a number beyond double precision")
        case UInt8(ascii: "t"):
            try scanner.take(literal: "true")
            return .value(true)
        case UInt8(ascii: "f"):
            try scanner.take(literal: "false")
            return .value(false)
        case UInt8(ascii: "["):
            let start = scanner
            if let texts = try texts() { return .value(.texts(texts)) }
            scanner = start
            try scanner.skipValue(depthLimit: Self.depthLimit - depth)
            return .other("an array")
        case let first:
            try scanner.skipValue(depthLimit: Self.depthLimit - depth)
            return .other(first == UInt8(ascii: "{") ? JSONLeaf.object : "null")
        }
    }

    /// Parses an array of texts from its opening bracket; `nil` if an element is not a safe text.
    private mutating func texts() throws -> [String]? {
        scanner.advance()
        var texts: [String] = []
        guard try scanner.peek("a value or ']'") != UInt8(ascii: "]") else {
            scanner.advance()
            return texts
        }
        while true {
            guard try scanner.peek(JSONScanner.anyValue) == UInt8(ascii: "\""),
                let text = try? scanner.text(try scanner.string())
            else { return nil }
            texts.append(text)
            switch try scanner.peek("',' or ']' after a value") {
            case UInt8(ascii: ","): scanner.advance()
            case UInt8(ascii: "]"):
                scanner.advance()
                return texts
            default: return nil
            }
        }
    }

    private static let unsafeText = "text with more than \(StreamSafeText.markLimit) combining marks in a row"
}
