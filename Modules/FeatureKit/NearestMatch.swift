/// Returns the candidate that is nearest to a misspelt word; returns `nil` if no candidate is near.
///
/// An edit inserts, removes or replaces a letter, or swaps two neighbouring letters. A candidate is near if the number
/// of edits that turn it into the word is at most 1, or at most a third of the word's length. A candidate is also near
/// if the word or the candidate has at least two letters and is a prefix of the other text. A text of more than 64
/// characters or 256 bytes is never near. The time for each candidate is proportional to the product of the two
/// lengths.
package func nearestMatch(to word: String, among candidates: some Sequence<String>) -> String? {
    func isShort(_ text: String) -> Bool { text.utf8.count <= 256 && text.count <= 64 }
    guard !word.isEmpty, isShort(word) else { return nil }
    let word = Array(word.lowercased())
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where isShort(candidate) {
        let letters = Array(candidate.lowercased())
        let isPrefix = min(word.count, letters.count) >= 2 && (letters.starts(with: word) || word.starts(with: letters))
        let distance = word == letters ? 0 : isPrefix ? 1 : editDistance(word, letters)
        guard distance <= max(1, max(word.count, letters.count) / 3) else { continue }
        if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
    }
    return best?.candidate
}

/// Returns a suggestion like `"; did you mean 'doggy'?"`.
///
/// Returns an empty text if no candidate is near.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String {
    nearestMatch(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
}

/// Returns the optimal string alignment distance: the Levenshtein distance with swaps of neighbouring letters.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for (row, letter) in left.enumerated() {
        var current = [row + 1]
        for (column, other) in right.enumerated() {
            var cost = min(current[column] + 1, previous[column + 1] + 1, previous[column] + (letter == other ? 0 : 1))
            if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
                cost = min(cost, beforePrevious[column - 1] + 1)
            }
            current.append(cost)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
}
