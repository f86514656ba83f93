import FeatureKit
import HTTPTypes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What `JSONDecoder` does not tell of JSON text: how many members there are, which are given twice, where a comma ends an
/// object or an array, and which numbers are none.
///
/// It looks at punctuation, strings and numbers alone; whether the text is JSON is left to the decoder. What it lets pass
/// has short names, and texts that are safe to compare and hash.
struct JSONScan {
    /// How deep objects and arrays may stand in each other: deeper than any field asks for.
    static let depthLimit = 32

    /// The names that one object gives several times.
    private(set) var repeated: Set<String> = []
    private var count = 0
    /// The names given so far, in each object or array that is open.
    private var names: [Set<String>] = []

    /// Looks through JSON text in UTF-8.
    ///
    /// - Throws: ``Problem`` (400) for a comma at the end, and as soon as there are too many members.
    init(_ bytes: [UInt8]) throws(Problem) {
        guard StreamSafeText.containsTexts(ofJSON: bytes) else {
            throw Problem(.badRequest, "expected texts with \(StreamSafeText.rule); take some out of the body's texts")
        }
        var index = 0
        var previous: UInt8 = 0
        var lastString = 0..<0
        while index < bytes.count {
            let byte = bytes[index]
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"):
                index += 1
                continue
            case UInt8(ascii: "\""):
                lastString = index..<JSONScan.end(ofStringAt: index, in: bytes)
                index = lastString.upperBound - 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard names.count < JSONScan.depthLimit else {
                    throw Problem(
                        .badRequest,
                        "the body is no JSON object: it is nested more than \(JSONScan.depthLimit) levels deep")
                }
                names.append([])
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard previous != UInt8(ascii: ",") else {
                    throw Problem(
                        .badRequest, "the body is no JSON object: after a comma something must follow")
                }
                _ = names.popLast()
            case UInt8(ascii: ":"): try add(bytes[lastString])
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                index = try JSONScan.end(ofNumberAt: index, in: bytes) - 1
            default: break
            }
            previous = byte
            index += 1
        }
    }

    /// The index after a number (RFC 8259, 6).
    private static func end(ofNumberAt start: Int, in bytes: [UInt8]) throws(Problem) -> Int {
        let punctuation = [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")]
        let text = bytes[start...].prefix { $0 > UInt8(ascii: " ") && !punctuation.contains($0) }
        var rest = text
        func digits() -> Bool {
            let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest = rest.dropFirst(count)
            return count > 0
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let isPadded = rest.first == UInt8(ascii: "0")
        let integer = rest
        var isNumber = digits() && !(isPadded && integer.count - rest.count > 1)
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            isNumber = digits() && isNumber
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            isNumber = digits() && isNumber
        }
        guard isNumber, rest.isEmpty else {
            throw Problem(
                .badRequest,
                "the body is no JSON object: expected a number such as -1, 0.5 or 2e3, got "
                    + String(decoding: text.prefix(40), as: UTF8.self).quoted)
        }
        return text.endIndex
    }

    /// Counts the member whose name is a string in quotes.
    private mutating func add(_ string: ArraySlice<UInt8>) throws(Problem) {
        count += 1
        guard count <= FormText.pairsLimit else {
            throw Problem(
                .badRequest, "more than \(FormText.pairsLimit) members are given; give each field once")
        }
        guard !names.isEmpty else { return }
        // An escape takes up six bytes for each that it stands for.
        guard string.count <= 6 * StreamSafeText.nameLimit + 2 else {
            throw Problem.longName(String(decoding: string.dropFirst().prefix(StreamSafeText.nameLimit), as: UTF8.self))
        }
        // What cannot be decoded is no JSON, as the decoder will say.
        let name =
            if string.contains(UInt8(ascii: "\\")) {
                try? JSONDecoder().decode(String.self, from: Data(string))
            } else {
                String(decoding: string.dropFirst().dropLast(), as: UTF8.self) as String?
            }
        if let name, !StreamSafeText.containsName(name) { throw Problem.longName(name) }
        if let name, !names[names.count - 1].insert(name).inserted { repeated.insert(name) }
    }

    /// The index after a string's closing quotation mark, or the end of the text.
    private static func end(ofStringAt start: Int, in bytes: [UInt8]) -> Int {
        var index = start + 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): return index + 1
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return bytes.count
    }
}
