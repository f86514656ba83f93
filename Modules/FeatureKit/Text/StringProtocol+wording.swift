// The parts of sentences that are made from titles and names.

extension StringProtocol {
    /// The text as a part of a sentence, with a small first letter.
    ///
    /// A first word such as `URL`, `iOS` or `X` keeps its capital letters.
    package var insideSentence: String {
        guard let first = split(separator: " ").first, let letter = first.unicodeScalars.first, letter.isASCII,
            letter.properties.isAlphabetic, first.count > 1, !first.dropFirst().contains(where: \.isUppercase)
        else { return String(self) }
        return first.lowercased() + dropFirst(first.count)
    }

    /// Whether the article of the word is `an`.
    var needsAn: Bool {
        let isSpelled = allSatisfy(\.isUppercase)
        let word = lowercased()
        guard word.first == "u" else { return (isSpelled ? "aefhilmnorsx" : "aeio").contains(word.first ?? "b") }
        // It is "a user", "a unit" and "a URL", but "an update".
        return !isSpelled && !["us", "uni", "uti", "ure"].contains(where: word.hasPrefix)
    }
}

extension [String] {
    /// The texts as a part of a sentence, such as `A, B and C`; of more than five texts the first four and the number of the
    /// others.
    package var enumerated: String {
        let shown = count > 5 ? prefix(4) + ["\((count - 4).grouped) others"] : self[...]
        guard shown.count > 1, let last = shown.last else { return first ?? "" }
        return shown.dropLast().joined(separator: ", ") + " and " + last
    }
}
