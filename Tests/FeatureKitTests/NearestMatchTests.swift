import FeatureKit
import Testing

/// Tests the suggestions for misspelled words.
@Suite(.timeLimit(.minutes(5))) struct NearestMatchTests {
    static let names = ["doggy", "game", "house", "user", "a", ""]

    @Test(arguments: [
        ("dogy", "doggy"), ("dgogy", "doggy"), ("DOGGY", "doggy"), ("doggyy", "doggy"),
        ("do", "doggy"),
        ("gmae", "game"), ("games", "game"), ("houses", "house"), ("hose", "house"), ("usr", "user"), ("b", "a"),
    ])
    func `the nearest match of a misspelled word is found`(word: String, match: String) {
        #expect(nearestMatch(to: word, among: Self.names) == match)
    }

    @Test(arguments: ["", "cat", "dogs", "xyzzy", "gg", "an address", "user\u{301}\u{301}name of somebody else", "🐕🐕🐕"])
    func `a word without near matches gets no suggestion`(word: String) {
        #expect(nearestMatch(to: word, among: Self.names) == nil)
    }

    @Test func `the nearest word is suggested, or the first of several equally near words`() {
        #expect(nearestMatch(to: "cat", among: ["bat", "car"]) == "bat")
        #expect(nearestMatch(to: "horse", among: ["house", "horses", "horse"]) == "horse")
    }

    @Test func `a very long word gets no suggestion`() {
        #expect(nearestMatch(to: String(repeating: "x", count: 64), among: [String(repeating: "x", count: 64)]) != nil)
        #expect(nearestMatch(to: String(repeating: "x", count: 65), among: [String(repeating: "x", count: 65)]) == nil)
    }

    @Test func `a suggestion is a phrase or an empty text`() {
        #expect(suggestion(for: "dogy", among: Self.names) == "; did you mean 'doggy'?")
        #expect(suggestion(for: "cat", among: Self.names) == "")
    }
}
