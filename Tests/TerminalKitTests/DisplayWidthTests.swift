import TerminalKit
import Testing

@Suite("Display width", .timeLimit(.minutes(5)))
struct DisplayWidthTests {
    @Test("Every scalar has the same width as in the wcwidth library")
    func scalars() throws {
        var expected = [Int](repeating: 1, count: 0x110000)
        for run in WidthExpectations.scalars.split(whereSeparator: \.isWhitespace) {
            let parts = run.split(whereSeparator: { "-:".contains($0) })
            let first = try #require(Int(parts[0], radix: 16))
            let last = try #require(Int(parts[1], radix: 16))
            for code in first...last { expected[code] = try #require(Int(parts[2])) }
        }
        let wrong = (UInt32(0)..<0x110000).compactMap(Unicode.Scalar.init).filter { scalar in
            Character(scalar).displayWidth != expected[Int(scalar.value)]
        }
        #expect(wrong.map { String($0.value, radix: 16) } == [])
    }

    @Test("Strings of many scripts and random mixtures have the same width as in the wcwidth library")
    func strings() throws {
        let items = WidthExpectations.strings.split(whereSeparator: \.isWhitespace)
        #expect(items.count > 350)
        for item in items {
            let parts = item.split(separator: ":", omittingEmptySubsequences: false)
            var text = ""
            for code in parts[1].split(separator: "+") {
                let number = try #require(UInt32(code, radix: 16))
                text.unicodeScalars.append(try #require(Unicode.Scalar(number)))
            }
            #expect(text.displayWidth == Int(parts[0]), "\(text.debugDescription)")
        }
    }

    @Test(
        "Texts in many languages have the width that terminals draw",
        arguments: [
            ("Alfred", 6), ("김철수", 6), ("Zoë", 3), ("Zoe\u{308}", 3), ("❤️", 2), ("👩‍👩‍👧‍👦", 2), ("🇰🇷", 2), ("", 0),
            ("ﾊﾟ", 2), ("क्षि", 2),
        ])
    func examples(text: String, width: Int) {
        #expect(text.displayWidth == width)
    }
}
