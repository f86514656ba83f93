import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Styled lines", .timeLimit(.minutes(5)))
struct StyledLineTests {
    @Test("Each coloured text begins and ends with a control sequence on the same line")
    func colored() {
        let line =
            StyledLine("Rex", TextStyle(tone: .positive, bold: true)) + StyledLine(" is ") + StyledLine("in", .dim)
        #expect(text([line], colored: true) == "\u{1B}[1;32mRex\u{1B}[0m is \u{1B}[2min\u{1B}[0m\n")
    }

    @Test("Output without colours contains no control sequence")
    func plain() {
        let line = StyledLine("Rex", TextStyle(tone: .critical, bold: true, dim: true))
        #expect(text([line, StyledLine()], colored: false) == "Rex\n\n")
    }

    @Test("Each tone except plain has a colour and a sign of width 1", arguments: Tone.allCases)
    func tones(tone: Tone) {
        let isColored = text([StyledLine("x", TextStyle(tone: tone))], colored: true) != "x\n"
        #expect(isColored == (tone != .plain))
        #expect(tone.sign?.displayWidth == (tone == .plain ? nil : 1))
    }

    @Test("Spaces at the end of a line are omitted")
    func trailingSpaces() {
        #expect(text([StyledLine("a  ") + StyledLine("  ")], colored: false) == "a\n")
    }

    @Test("A line breaks between words, and the lines after the first hang below it")
    func wrapped() {
        let line = StyledLine("  Name: ", .bold) + StyledLine("Alfred lives here")
        #expect(line.wrapped(to: 16).map(\.text) == ["  Name: Alfred", "    lives here"])
        #expect(line.wrapped(to: 16, hanging: 0).map(\.text) == ["  Name: Alfred", "lives here"])
        #expect(line.wrapped(to: 16)[0].spans == StyledLine("  Name: ", .bold).spans + StyledLine("Alfred").spans)
        #expect(line.wrapped(to: 30) == [line])
        #expect(StyledLine("김철수 김철수").wrapped(to: 8).map(\.text) == ["김철수", "  김철수"])
        #expect(StyledLine("a  b   c d").wrapped(to: 7, hanging: 0).map(\.text) == ["a  b", "c d"])
    }

    @Test("Only a word that is wider than a line is broken")
    func wideWords() {
        let line = StyledLine("see https://example.org/dogs/1 now")
        #expect(line.wrapped(to: 12).map(\.text) == ["see", "  https://ex", "  ample.org/", "  dogs/1 now"])
        #expect(StyledLine("abcdef").wrapped(to: 2).map(\.text) == ["ab", "cd", "ef"])
        #expect(StyledLine("").wrapped(to: 0) == [StyledLine("")])
        #expect(StyledLine("ab").wrapped(to: 0).map(\.text).joined() == "ab")
    }

    @Test("No text is lost when a line breaks", arguments: 1..<40)
    func complete(width: Int) {
        let line = StyledLine("Alfred (", .bold) + StyledLine("a dog) — 김철수", .dim) + StyledLine("\u{301}e and so on")
        let words = { (text: String) in text.unicodeScalars.filter { $0 != " " }.map(String.init).joined() }
        let lines = line.wrapped(to: width)
        #expect(words(lines.map(\.text).joined()) == words(line.text))
        #expect(width < 2 || lines.allSatisfy { $0.displayWidth <= width }, "\(lines.map(\.text))")
    }

    private func text(_ lines: [StyledLine], colored: Bool) -> String {
        String(decoding: lines.encoded(colored: colored), as: UTF8.self)
    }
}
