import FeatureKit
import Testing

/// What a person most likely meant.
@Suite(.timeLimit(.minutes(5))) struct NearestMatchTests {
    static let names = ["doggy", "game", "house", "user", "a", ""]

    @Test(arguments: [
        ("dogy", "doggy"), ("dgogy", "doggy"), ("DOGGY", "doggy"), ("doggyy", "doggy"),
        ("do", "doggy"),
        ("gmae", "game"), ("games", "game"), ("houses", "house"), ("hose", "house"), ("usr", "user"), ("b", "a"),
    ])
    func `a near word is found`(word: String, match: String) {
        #expect(nearestMatch(to: word, among: Self.names) == match)
    }

    @Test(arguments: ["", "cat", "dogs", "xyzzy", "gg", "an address", "user\u{301}\u{301}name of somebody else", "🐕🐕🐕"])
    func `with nothing near there is none`(word: String) {
        #expect(nearestMatch(to: word, among: Self.names) == nil)
    }

    @Test func `of those as near the first is taken, of others the nearest`() {
        #expect(nearestMatch(to: "cat", among: ["bat", "car"]) == "bat")
        #expect(nearestMatch(to: "horse", among: ["house", "horses", "horse"]) == "horse")
    }

    @Test func `a word too long for anything has none`() {
        #expect(nearestMatch(to: String(repeating: "x", count: 64), among: [String(repeating: "x", count: 64)]) != nil)
        #expect(nearestMatch(to: String(repeating: "x", count: 65), among: [String(repeating: "x", count: 65)]) == nil)
    }

    @Test func `a suggestion is a phrase, or nothing`() {
        #expect(suggestion(for: "dogy", among: Self.names) == "; did you mean 'doggy'?")
        #expect(suggestion(for: "cat", among: Self.names) == "")
    }
}
