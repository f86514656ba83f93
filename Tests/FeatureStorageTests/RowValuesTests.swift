import FeatureKit
import FeatureStorage
import FeatureTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct RowValuesTests {
    private func values(_ json: String) -> [String: FieldValue]? {
        Array(json.utf8).withUnsafeBufferPointer(RowValues.values)
    }

    @Test func `Values are unchanged after encoding and decoding`() {
        let written: [String: FieldValue] = [
            "": "", "\"\\": "\u{0}\u{1}\n\r\t\"\\/", "whole": 2, "decimal": .decimal(2), "least": .integer(.min),
            "small": .decimal(-1.5e-300), "yes": true, "no": false, "face": "👩‍👧 é e\u{301}",
        ]
        #expect(values(RowValues.json(written)) == written)
        #expect(values(RowValues.json([:])) == [:])
        #expect(!RowValues.json(written).utf8.contains(0))
    }

    @Test func `Decoding accepts the JSON layout of other programs`() {
        #expect(values(" { \"a\" : 1 ,\n\t\"b\":null, \"c\":\"\\ud83d\\udc36\\u00e9\" } ") == ["a": 1, "c": "🐶é"])
    }

    @Test(arguments: HostileText.allCases) func `Texts that are expensive to compare are decoded in linear time`(
        kind: HostileText
    ) {
        func texts(_ size: Int) -> [String] {
            [kind.json(ofBytes: size), "\"\(kind.text(ofBytes: size))\""].flatMap { ["{\"a\":\($0)}", "{\($0):1}"] }
        }
        for index in 0..<4 {
            #expect(
                growth(from: 1 << 14, of: { texts($0)[index] }) { text in
                    _ = values(text) == values(text)
                } <= 2.5)
        }
    }

    @Test func `A stored text with a long run of combining marks is repaired, so that screens can show it`() {
        let text = "e" + String(repeating: "\u{301}", count: 40)
        let shown = String(text.unicodeScalars.prefix(31)) + "\u{34F}" + String(repeating: "\u{301}", count: 10)
        #expect(values("{\"a\":\"\(text)\",\"b\":\"x\\n\(text)\"}") == ["a": .text(shown), "b": .text("x\n" + shown)])
    }

    @Test(arguments: [
        "", "{", "[]", "{}x", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":[1]}", "{\"a\":{}}", "{\"a\":\"",
        "{\"a\":\"\\",
        "{\"a\":\"\\u12", "{\"a\":\"\\ud83d\"}", "{\"a\":tru}", "{\"a\":1-}", "{a:1}", "{\"a\":nan}", "{\"a\":1e999}",
        "{\"a\":-1.5e581}",
    ])
    func `A text that is not a flat JSON object has no values`(json: String) {
        #expect(values(json) == nil)
    }
}
