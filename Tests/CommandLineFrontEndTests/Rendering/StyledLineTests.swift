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

    private func text(_ lines: [StyledLine], colored: Bool) -> String {
        String(decoding: lines.encoded(colored: colored), as: UTF8.self)
    }
}
