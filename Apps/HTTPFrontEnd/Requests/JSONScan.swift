import FeatureKit
import HTTPTypes

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What `JSONDecoder` does not tell of JSON text: how many members there are, which are given twice, and where a comma
/// ends an object or an array.
///
/// It looks at punctuation and strings alone; whether the text is JSON is left to the decoder.
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
            default: break
            }
            previous = byte
            index += 1
        }
    }

    /// Counts the member whose name is a string in quotes.
    private mutating func add(_ string: ArraySlice<UInt8>) throws(Problem) {
        count += 1
        guard count <= FormText.pairsLimit else {
            throw Problem(
                .badRequest, "more than \(FormText.pairsLimit) members are given; give each field once")
        }
        guard !names.isEmpty else { return }
        // What cannot be decoded is no JSON, as the decoder will say.
        let name =
            if string.contains(UInt8(ascii: "\\")) {
                try? JSONDecoder().decode(String.self, from: Data(string))
            } else {
                String(decoding: string.dropFirst().dropLast(), as: UTF8.self) as String?
            }
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
