/// Returns the candidate that a person most likely meant by a misspelt word, or `nil` if none is near.
///
/// Near is a third of the word's length in edits (insert, remove, replace, swap two neighbours), at least one; or that
/// one, of two letters or more, begins the other. Cost is the product of the lengths for each candidate; words and candidates of more than 64 characters or 256 bytes
/// are near to none.
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

/// Returns `"; did you mean 'doggy'?"` or, with nothing near, an empty text.
package func suggestion(for word: String, among candidates: some Sequence<String>) -> String {
    nearestMatch(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
}

/// The optimal string alignment distance: Levenshtein's with swaps of neighbours.
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
