import FeatureKit
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct StreamSafeTextTests {
    static let marks = "\u{301}\u{323}"

    static func marked(_ count: Int, _ letter: String = "e", _ mark: String = "\u{301}") -> String {
        letter + String(repeating: mark, count: count)
    }

    @Test(arguments: [
        "", "plain", "e\u{301}", "👨‍👩‍👧‍👦", "한국어", "नमस्ते", marked(30), marked(30) + marked(30), marked(30, "", "\u{1D165}"),
        String(repeating: "\u{FE0F}", count: 100), String(repeating: "word ", count: 1000),
        marked(30) + "\u{200D}" + marked(30, ""),
        String(repeating: "\u{1F1E6}", count: 100), "a" + marked(30, "\u{E9}"),
    ])
    func `runs of up to 30 marks are safe`(text: String) {
        #expect(StreamSafeText.contains(text))
        #expect(StreamSafeText.contains(text[...]))
        #expect(StreamSafeText.repaired(text).hasBytes(of: text))
    }

    @Test(arguments: [
        marked(31), marked(31, ""), marked(500, "é"), marked(31, "a", "\u{F73}"), marked(31, "a", "\u{344}"),
        marked(31, "", "\u{1D165}"), marked(31, "b", "\u{1E8D0}"),
        String(repeating: "x", count: 500) + marked(31, "\u{200D}"),
        marked(16, "e", marks), marked(31) + "tail",
    ])
    func `runs of more than 30 marks are unsafe, and repaired texts are safe`(text: String) {
        #expect(!StreamSafeText.contains(text))
        #expect(!StreamSafeText.contains(text[...]))
        let repaired = StreamSafeText.repaired(text)
        #expect(StreamSafeText.contains(repaired))
        #expect(repaired.unicodeScalars.filter { $0 != "\u{34F}" }.elementsEqual(text.unicodeScalars))
    }

    @Test func `a JSON escape counts as the scalar that it encodes`() {
        func isSafe(_ json: String) -> Bool { StreamSafeText.containsTexts(ofJSON: Array(json.utf8)) }
        func escapes(_ count: Int, _ escape: String = "\\u0301") -> String {
            "{\"a\":\"e" + String(repeating: escape, count: count) + "\"}"
        }
        #expect(isSafe(escapes(30)))
        #expect(!isSafe(escapes(31)))
        #expect(!isSafe(escapes(16, "\\u0301\u{323}")))
        #expect(!isSafe(escapes(31, "\\ud834\\udd65")))
        #expect(!isSafe(escapes(31, "\\uD834\\uDD65")))
        #expect(isSafe(escapes(100, "\\n")))
        #expect(isSafe(escapes(100, "\\\\u0301")))
        #expect(isSafe(escapes(100, "\\ud83d\\ude00")))
        #expect(isSafe("[\"" + Self.marked(30) + "\",\"" + Self.marked(30, "") + "\"]"))
        #expect(isSafe(String(repeating: "\\", count: 101)))
        #expect(isSafe(String(repeating: " ", count: 100) + "\\u030"))
    }

    @Test func `invalid UTF-8 ends a run of marks`() {
        func isSafe(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer(StreamSafeText.contains) }
        let run = Array(String(repeating: "\u{301}", count: 30).utf8)
        #expect(isSafe(run + [0xFF] + run))
        #expect(isSafe(run + [0xCC]))
        #expect(!isSafe([0xF0, 0x9F] + run + [0xCC, 0x81]))
    }

    @Test func `containsName accepts only short and safe names`() {
        #expect(StreamSafeText.containsName(String(repeating: "n", count: 200)))
        #expect(!StreamSafeText.containsName(String(repeating: "n", count: 201)))
        #expect(!StreamSafeText.containsName(String(repeating: "é", count: 101)))
        #expect(!StreamSafeText.containsName(Self.marked(31)))
    }

    @Test(arguments: HostileText.allCases) func `checking a text takes linear time`(kind: HostileText) {
        #expect(kind == .allowedRuns || !StreamSafeText.contains(kind.text(ofBytes: 1_000)))
        #expect(growth(from: 1 << 16, of: kind.text) { _ = StreamSafeText.contains($0) } <= 2.5)
        #expect(
            growth(from: 1 << 16, of: { Array(kind.json(ofBytes: $0).utf8) }) {
                _ = StreamSafeText.containsTexts(ofJSON: $0)
            } <= 2.5)
        #expect(growth(from: 1 << 15, of: kind.text) { _ = StreamSafeText.repaired($0) } <= 2.5)
    }

    @Test func `comparing and hashing safe texts takes linear time`() {
        let text = HostileText.allowedRuns
        #expect(growth(from: 1 << 15, of: text.text) { _ = $0.hashValue } <= 2.5)
        #expect(
            growth(from: 1 << 15, of: { (text.text(ofBytes: $0), "x" + text.text(ofBytes: $0).dropFirst()) }) {
                _ = $0.0 == $0.1
            } <= 2.5)
        #expect(growth(from: 1 << 15, of: text.text) { _ = $0.count } <= 2.5)
    }

    @Test func `a prefix has at most the given number of bytes`() {
        #expect("abcdef".prefix(utf8Count: 3) == "abc")
        #expect("abc".prefix(utf8Count: 3) == "abc")
        #expect("a바b".prefix(utf8Count: 3) == "a")
        #expect("바".prefix(utf8Count: 0) == "")
        let quoted = FieldValue.quote(HostileText.oneRun.text(ofBytes: 480_000))
        #expect(quoted.utf8.count < 300 && quoted.hasSuffix("…\""))
        #expect(FieldValue.quote(String(repeating: "x", count: 60)).utf8.count == 62)
        #expect(FieldValue.quote(String(repeating: "x", count: 61)) == "\"\(String(repeating: "x", count: 60))…\"")
    }
}
