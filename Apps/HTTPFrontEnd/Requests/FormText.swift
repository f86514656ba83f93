import FeatureKit
import HTTPTypes

/// The names and texts of a URL query or an encoded HTML form (`application/x-www-form-urlencoded`, URL Standard, 5).
///
/// Names have at most `StreamSafeText.nameLimit` bytes. Names and texts are safe to compare and hash.
package struct FormText {
    /// The maximum number of pairs.
    ///
    /// It is larger than the number of fields of any manifest.
    static let pairsLimit = 1_000

    /// The texts of each name, in the order in which the form contains them.
    private(set) var lists: [String: [String]] = [:]
    /// The messages about refused texts, keyed by the name of the text.
    ///
    /// A name is refused if one of its texts is not safe to compare, or if both a form's query and its body contain the
    /// name. An unsafe text is stored as an empty text.
    private var faults: [String: String] = [:]

    /// The first text of each name.
    var texts: [String: String] { lists.compactMapValues(\.first) }

    /// Returns the texts that a form shows again, by field name.
    ///
    /// The texts of a list are joined by line breaks. Every other field has its first text. Secrets are left out.
    func shownTexts(for fields: [FieldDescription]) -> [String: String] {
        let kinds = Dictionary(fields.map { ($0.name, $0.kind) }) { first, _ in first }
        var shown: [String: String] = [:]
        for (name, texts) in lists where kinds[name] != .secret {
            shown[name] = kinds[name]?.isList == true ? texts.joined(separator: "\n") : texts.first
        }
        return shown
    }

    /// Parses pairs like `name=text&name=text`.
    ///
    /// - Throws: ``Problem`` for malformed encoding, for a name that is too long, and for too many pairs.
    package init(_ encoded: some StringProtocol) throws(Problem) {
        let pairs = encoded.utf8.split(separator: UInt8(ascii: "&"), maxSplits: FormText.pairsLimit)
        guard pairs.count <= FormText.pairsLimit else {
            throw Problem(.badRequest, "more than \(FormText.pairsLimit) names are given; give each field once")
        }
        for pair in pairs {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try FormText.decode(name: parts[0])
            let text = try parts.count > 1 ? FormText.decode(parts[1]) : ""
            let isSafe = StreamSafeText.contains(text)
            lists[name, default: []].append(isSafe ? text : "")
            if !isSafe { faults[name] = "expected text with \(StreamSafeText.rule), got \(text.quoted)" }
        }
    }

    /// Adds the pairs of another query or form.
    ///
    /// A name that occurs in both is refused.
    mutating func add(_ other: FormText) {
        faults.merge(other.faults) { $1 }
        for (name, texts) in other.lists where lists.updateValue(texts, forKey: name) != nil {
            faults[name] = InputRefused.repetition
        }
    }

    /// Removes a name and returns its first text.
    mutating func remove(_ name: String) -> String? { removeAll(name).first }

    /// Removes a name, and returns its texts.
    mutating func removeAll(_ name: String) -> [String] {
        faults[name] = nil
        return lists.removeValue(forKey: name) ?? []
    }

    /// Removes the names that other programs add to addresses, such as `utm_source`.
    ///
    /// A name that is nearly known stays, because it is probably misspelled. The caller then refuses it.
    mutating func removeUnknown(besides known: [String]) {
        for name in lists.keys where !known.contains(name) && nearestMatch(to: name, among: known) == nil {
            _ = remove(name)
        }
    }

    /// Replaces the texts of a name.
    ///
    /// - Parameter isList: Whether each line of `text` is a text of its own.
    mutating func replace(_ name: String, with text: String, isList: Bool) {
        faults[name] = nil
        lists[name] = isList ? text.formLines : [text]
    }

    /// Returns a copy in which no name has the prefix.
    ///
    /// Names without the prefix stay unchanged.
    func droppingPrefix(_ prefix: String) -> FormText {
        var plain = self
        plain.lists = [:]
        plain.faults = Dictionary(faults.map { ($0.key.droppingPrefix(prefix), $0.value) }) { first, _ in first }
        for (name, texts) in lists where plain.lists.updateValue(texts, forKey: name.droppingPrefix(prefix)) != nil {
            plain.faults[name.droppingPrefix(prefix)] = InputRefused.repetition
        }
        return plain
    }

    /// Throws an error if a text is not safe to compare, or if a form's query and its body contain the same name.
    ///
    /// - Throws: `InputRefused` with a message for each such name.
    func refuseFaults() throws(InputRefused) {
        guard faults.isEmpty else {
            let repeated = faults.filter { $0.value == InputRefused.repetition }
            throw InputRefused(faults, advice: repeated.mapValues { _ in "Enter this once." })
        }
    }

    /// Decodes a name.
    private static func decode(name encoded: some Collection<UInt8>) throws(Problem) -> String {
        // Percent-encoding needs at most three bytes for each byte of a name. A longer encoded name is therefore a name
        // beyond the limit.
        if encoded.count <= 3 * StreamSafeText.nameLimit {
            let name = try decode(encoded)
            if StreamSafeText.containsName(name) { return name }
        }
        throw Problem.longName(String(decoding: encoded.prefix(StreamSafeText.nameLimit), as: UTF8.self))
    }

    /// Decodes percent-encoded text.
    ///
    /// - Parameters:
    ///   - encoded: The encoded bytes.
    ///   - plusIsSpace: Whether a plus sign encodes a space, as in forms and queries.
    /// - Throws: ``Problem`` for malformed encoding.
    static func decode(_ encoded: some Collection<UInt8>, plusIsSpace: Bool = true) throws(Problem) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoded.count)
        var rest = encoded[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
                    throw malformed(encoded, "expected two hexadecimal digits after each %")
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw malformed(encoded, "expected UTF-8")
        }
        return text
    }

    private static func malformed(_ encoded: some Collection<UInt8>, _ rule: String) -> Problem {
        Problem(.badRequest, "\(String(decoding: encoded, as: UTF8.self).quoted) is malformed: \(rule)")
    }
}

extension InputRefused {
    /// Throws an error unless the set of repeated names is empty.
    ///
    /// - Throws: `InputRefused` with a message for each name.
    static func refuseRepeated(_ names: Set<String>) throws(InputRefused) {
        guard !names.isEmpty else { return }
        throw InputRefused(Dictionary(uniqueKeysWithValues: names.map { ($0, repetition) }))
    }

    /// The message for a repeated name.
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
