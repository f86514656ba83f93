import TerminalKit
import Testing

@Suite("Clipping and wrapping", .timeLimit(.minutes(5)))
struct ClippingTests {
    @Test(
        "A text that is too long is truncated and ends with an ellipsis",
        arguments: [
            ("Alfred", 10, "Alfred"), ("Alfred", 6, "Alfred"), ("Alfred", 5, "Alfr…"), ("Alfred", 1, "…"),
            ("Alfred", 0, ""),
            ("김철수", 6, "김철수"), ("김철수", 5, "김철…"), ("김철수", 4, "김…"), ("김철수", 1, "…"), ("👩‍👩‍👧x", 2, "…"),
        ])
    func clipped(text: String, width: Int, expected: String) {
        #expect(text.clipped(to: width) == expected)
    }

    @Test("Clipping at the front keeps the end of a text")
    func front() {
        #expect("abcdef".clippedAtFront(to: 3) == "def")
        #expect("a김철".clippedAtFront(to: 3) == "철")
    }

    @Test(
        "Wrapping breaks a text at spaces and breaks words that are too long",
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("one two", 3, ["one", "two"]),
            ("abcdefgh", 3, ["abc", "def", "gh"]),
            ("a abcdefgh", 4, ["a", "abcd", "efgh"]), ("김철수", 4, ["김철", "수"]), ("a\nb", 9, ["a", "b"]), ("", 5, [""]),
            ("x\u{1B}y", 9, ["x␛y"]),
        ])
    func wrapped(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }

    @Test("A text with too many lines ends with an ellipsis on its last line")
    func limited() {
        #expect("one two three four".wrapped(to: 7, atMost: 3) == ["one two", "three", "four"])
        #expect("one two three four".wrapped(to: 7, atMost: 2) == ["one two", "three …"])
        #expect("one two three four".wrapped(to: 7, atMost: 1) == ["one tw…"])
    }
}
