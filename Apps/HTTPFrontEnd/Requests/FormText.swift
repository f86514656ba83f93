import FeatureKit
import HTTPTypes

/// What a query or a form says: names and texts (`application/x-www-form-urlencoded`, URL Standard, 5).
///
/// Its names are no longer than `StreamSafeText.nameLimit`, and names and texts are safe to compare and hash.
package struct FormText {
    /// How many pairs are read: more than any manifest asks for.
    static let pairsLimit = 1_000

    /// The texts by name; of a name that is given several times the first.
    private(set) var texts: [String: String] = [:]
    /// What is wrong with a name's texts, whatever they are for: given several times, or not safe to look at.
    ///
    /// The text is empty then.
    private var faults: [String: String] = [:]

    /// Reads pairs as `name=text&name=text`.
    ///
    /// - Throws: ``Problem`` for what is not encoded right, for names that are too long and for too many pairs.
    package init(_ encoded: some StringProtocol) throws(Problem) {
        let pairs = encoded.utf8.split(separator: UInt8(ascii: "&"), maxSplits: FormText.pairsLimit)
        guard pairs.count <= FormText.pairsLimit else {
            throw Problem(.badRequest, "more than \(FormText.pairsLimit) names are given; give each field once")
        }
        for pair in pairs {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try FormText.decode(name: parts[0])
            let text = try parts.count > 1 ? FormText.decode(parts[1]) : ""
            guard texts[name] == nil else {
                faults[name] = InputRefused.repetition
                continue
            }
            let isSafe = StreamSafeText.contains(text)
            texts[name] = isSafe ? text : ""
            if !isSafe { faults[name] = "expected text with \(StreamSafeText.rule), got \(text.quoted)" }
        }
    }

    /// Adds the names and texts of another; what both say is repeated.
    mutating func add(_ other: FormText) {
        faults.merge(other.faults) { $1 }
        for (name, text) in other.texts where texts.updateValue(text, forKey: name) != nil {
            faults[name] = InputRefused.repetition
        }
    }

    /// Takes the text of a name out.
    mutating func remove(_ name: String) -> String? {
        faults[name] = nil
        return texts.removeValue(forKey: name)
    }

    /// The pairs, with a prefix taken off the names that begin with it.
    func droppingPrefix(_ prefix: String) -> FormText {
        var plain = self
        plain.texts = [:]
        plain.faults = Dictionary(faults.map { ($0.key.droppingPrefix(prefix), $0.value) }) { first, _ in first }
        for (name, text) in texts where plain.texts.updateValue(text, forKey: name.droppingPrefix(prefix)) != nil {
            plain.faults[name.droppingPrefix(prefix)] = InputRefused.repetition
        }
        return plain
    }

    /// Refuses names that are given several times, and texts that are not safe to look at.
    func refuseFaults() throws(InputRefused) {
        guard faults.isEmpty else { throw InputRefused(faults) }
    }

    /// Decodes a name.
    private static func decode(name encoded: some Collection<UInt8>) throws(Problem) -> String {
        // Three bytes for each at most: a longer one need not be decoded.
        if encoded.count <= 3 * StreamSafeText.nameLimit {
            let name = try decode(encoded)
            if StreamSafeText.containsName(name) { return name }
        }
        throw Problem.longName(String(decoding: encoded.prefix(StreamSafeText.nameLimit), as: UTF8.self))
    }

    /// Decodes what is percent-encoded.
    ///
    /// - Parameters:
    ///   - encoded: The text as it was sent.
    ///   - plusIsSpace: Whether a plus stands for a space, as in forms and queries.
    /// - Throws: ``Problem`` for what is not encoded right.
    static func decode(_ encoded: some Collection<UInt8>, plusIsSpace: Bool = true) throws(Problem) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        var rest = encoded[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
                    throw malformed(encoded, "a % is followed by two hexadecimal digits")
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw malformed(encoded, "text is UTF-8")
        }
        return text
    }

    private static func malformed(_ encoded: some Collection<UInt8>, _ rule: String) -> Problem {
        Problem(.badRequest, "\(String(decoding: encoded, as: UTF8.self).quoted) is not encoded right: \(rule)")
    }
}

extension InputRefused {
    /// Refuses names that are given several times, if there are any.
    static func refuseRepeated(_ names: Set<String>) throws(InputRefused) {
        guard !names.isEmpty else { return }
        throw InputRefused(Dictionary(uniqueKeysWithValues: names.map { ($0, repetition) }))
    }

    /// What is said of a name that is given several times.
    static let repetition = "expected once, given several times"
}

extension String {
    fileprivate func droppingPrefix(_ prefix: String) -> String {
        utf8.starts(with: prefix.utf8) ? String(self[utf8.index(startIndex, offsetBy: prefix.utf8.count)...]) : self
    }
}

extension UInt8 {
    fileprivate var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
