/// A fuzzy match of a query in a text.
struct FuzzyMatch: Sendable, Hashable {
    /// The quality of the match.
    ///
    /// A greater score is a better match.
    let score: Int
    /// The positions of the matched characters in the text.
    let positions: [Int]

    /// Searches the text for the characters of the query, in the same order but with any gaps between them.
    ///
    /// Returns `nil` if a character is missing.
    ///
    /// A match scores higher if its characters begin words, if they are adjacent or if the text is short. Case and the
    /// spaces of the query are ignored.
    init?(_ query: String, in text: String) {
        let wanted = query.lowercased().filter { !$0.isWhitespace }.map { $0 }
        let characters = Array(text)
        let letters = characters.map { $0.lowercased().first ?? $0 }
        guard !wanted.isEmpty else {
            (score, positions) = (0, [])
            return
        }
        guard wanted.count <= letters.count else { return nil }
        var best: (score: Int, positions: [Int])?
        // Try each occurrence of the first character, and match the rest greedily.
        for start in letters.indices where letters[start] == wanted[0] {
            guard let found = Self.follow(wanted, in: letters, words: characters, from: start) else { break }
            if found.score > best?.score ?? .min { best = found }
        }
        guard let best else { return nil }
        (score, positions) = (best.score * 100 - letters.count, best.positions)
    }

    private static func follow(
        _ wanted: [Character], in letters: [Character], words: [Character], from start: Int
    ) -> (score: Int, positions: [Int])? {
        var positions: [Int] = []
        var score = 0
        var index = start
        for letter in wanted {
            let rest = letters[index...]
            guard let plain = rest.firstIndex(of: letter) else { return nil }
            // Prefer the beginning of a later word to a letter inside the current word, unless that letter directly
            // follows the last match.
            let isNext = positions.last.map { plain == $0 + 1 } ?? false
            let word = isNext ? nil : rest.indices.first { letters[$0] == letter && isWordStart($0, words) }
            let place = word ?? plain
            if place == 0 { score += 4 }
            if isWordStart(place, words) { score += 6 }
            if let last = positions.last { score += place == last + 1 ? 8 : -min(3, place - last - 1) }
            positions.append(place)
            index = place + 1
        }
        return (score, positions)
    }

    private static func isWordStart(_ index: Int, _ words: [Character]) -> Bool {
        guard index > 0 else { return true }
        let before = words[index - 1]
        return !(before.isLetter || before.isNumber)
    }
}
