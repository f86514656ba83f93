import FeatureTesting
import TerminalKit
import Testing

@Suite("Terminals that show only ASCII", .timeLimit(.minutes(5)))
struct RepertoireTests {
    private func shown(_ text: String, width: Int = 60) throws -> String {
        var buffer = CellBuffer(width: width, height: 1)
        buffer.write(text, column: 0, line: 0)
        let bytes = buffer.bytes(from: nil, depth: .none, repertoire: .ascii)
        #expect(bytes.allSatisfy { $0 < 0x80 })
        var terminal = TinyTerminal(width: width, height: 1)
        try terminal.apply(bytes)
        var line = terminal.lines[0].joined()
        while line.last == " " { line.removeLast() }
        return line
    }

    @Test(
        "Each sign of the view has a sign of ASCII, and a question mark replaces any other character",
        arguments: [
            ("❯ ✓ Rex ›  ‹ Age ↑  Name ↓", "> * Rex >  < Age ^  Name v"), ("╭─ Keys ─╮│┃╰──╯", "+- Keys -+|#+--+"),
            ("▕██████▌    ▏  52 %", "|#######    |  52 %"), ("━━━●───", "===o---"),
            ("(•) yes  ✗ ◉ ● live", "(*) yes  x o o live"),
            ("“Rex” · it’s 1–3…", "\"Rex\" . it's 1-3~"), ("Ünal naïve", "?nal na?ve"), ("⠋⠙⠹⠸⠼", "|/-\\|"),
            ("plain ~ #", "plain ~ #"), ("▁▂▃▄▅▆▇█ ▔▀", "__...::# \"\""), ("5┤⣿⡀ 0┼└─", "5+** 0++-"),
        ])
    func signs(text: String, ascii: String) throws {
        #expect(try shown(text) == ascii)
    }

    @Test("The replacement takes as many cells as the character, so that the columns stay aligned")
    func width() throws {
        #expect(try shown("김철수 39 👩‍👩‍👧 e\u{301} x") == "?????? 39 ?? ? x")
        #expect(try shown("a longer text than fits", width: 10) == "a longer ~")
    }

    @Test("An update of some cells shows the same as all cells written anew", arguments: 0..<20)
    func updates(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let words = ["Rex", "김철수", "👩‍👩‍👧", "❯ ✓", "  ", "e\u{301}", "─────", "x"]
        var terminal = TinyTerminal(width: 16, height: 3)
        var before: CellBuffer?
        for _ in 0..<40 {
            var next = before ?? CellBuffer(width: 16, height: 3)
            next.write(
                words.randomElement(using: &random) ?? "", column: .random(in: 0..<16, using: &random),
                line: .random(in: 0..<3, using: &random))
            try terminal.apply(next.bytes(from: before, depth: .sixteen, repertoire: .ascii))
            var fresh = TinyTerminal(width: 16, height: 3)
            try fresh.apply(next.bytes(from: nil, depth: .sixteen, repertoire: .ascii))
            // An erased cell and a cell with a space look alike.
            #expect(terminal.lines == fresh.lines)
            before = next
        }
    }
}
