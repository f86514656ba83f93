import FeatureTesting
import TerminalKit
import Testing

@Suite("Cells", .timeLimit(.minutes(5)))
struct CellBufferTests {
    @Test("Writing clips text, replaces control characters and never splits a wide character")
    func writing() {
        var buffer = CellBuffer(width: 8, height: 3)
        #expect(buffer.write("a\u{1B}[2Jbcdefg", column: 0, line: 0) == 8)
        #expect(buffer.text(line: 0) == "a␛[2Jbc…")
        #expect(buffer.write("김철수입니다", column: 1, line: 1) == 7)
        #expect(buffer.text(line: 1) == " 김철수…")
        buffer.write("x", column: 2, line: 1)
        #expect(buffer.text(line: 1) == "  x철수…")
        buffer.write("한", column: 2, line: 1)
        #expect(buffer.text(line: 1) == "  한 수…")
        #expect(buffer.write("x", column: 0, line: 3) == 0)
        #expect(buffer.write("x", column: 8, line: 0) == 0)
        #expect(buffer.write("abc", column: 0, line: 2, limit: 2) == 2)
        #expect(buffer.text(line: 2) == "a…      ")
    }

    @Test("An update to an equal buffer writes no bytes")
    func equal() {
        var buffer = CellBuffer(width: 20, height: 4)
        buffer.write("Alfred", column: 2, line: 1)
        #expect(buffer.bytes(from: buffer, depth: .full).isEmpty)
    }

    @Test("An update is synchronized, writes only the changed cells, and moves the cursor")
    func difference() {
        var old = CellBuffer(width: 20, height: 4)
        old.write("Alfred      1", column: 2, line: 1)
        var new = old
        new.write("2", column: 14, line: 1)
        #expect(text(new, from: old) == "\u{1B}[?2026h\u{1B}[2;15H\u{1B}[m2\u{1B}[?2026l")
        new.cursor = .init(column: 3, line: 2)
        #expect(text(new, from: old) == "\u{1B}[?2026h\u{1B}[2;15H\u{1B}[m2\u{1B}[3;4H\u{1B}[?25h\u{1B}[?2026l")
        #expect(
            text(CellBuffer(width: 20, height: 4), from: old) == "\u{1B}[?2026h\u{1B}[2H\u{1B}[m\u{1B}[K\u{1B}[?2026l"
        )
    }

    @Test(
        "A style uses only the colours that the terminal supports",
        arguments: [
            (Color.Depth.full, "\u{1B}[0;1;38;2;255;95;0;44m"), (.indexed, "\u{1B}[0;1;38;5;202;44m"),
            (.sixteen, "\u{1B}[0;1;91;44m"), (.none, "\u{1B}[0;1m"),
        ])
    func colors(depth: Color.Depth, sequence: String) {
        var buffer = CellBuffer(width: 1, height: 1)
        buffer.write("x", column: 0, line: 0, style: CellStyle(.mixed(255, 95, 0, nearest: 9), on: .own(4), .bold))
        let bytes = buffer.bytes(from: CellBuffer(width: 1, height: 1), depth: depth)
        #expect(String(decoding: bytes, as: UTF8.self).contains(sequence))
    }

    @Test("A terminal that applies the bytes shows the new buffer, whatever it showed before", arguments: 0..<60)
    func property(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let (width, height) = (Int.random(in: 1...24, using: &random), Int.random(in: 1...6, using: &random))
        var terminal = TinyTerminal(width: width, height: height)
        var shown: CellBuffer?
        for _ in 0..<40 {
            var next = shown ?? CellBuffer(width: width, height: height)
            for _ in 0..<Int.random(in: 0...4, using: &random) { scribble(on: &next, &random) }
            next.cursor =
                Bool.random(using: &random)
                ? .init(column: .random(in: 0..<width, using: &random), line: .random(in: 0..<height, using: &random))
                : nil
            try terminal.apply(next.bytes(from: shown, depth: .sixteen))
            expectEqual(terminal, next)
            shown = next
        }
    }

    private func scribble(on buffer: inout CellBuffer, _ random: inout SplitMix64) {
        let words = ["Rex", "김철수", "👩‍👩‍👧", "e\u{301}", "  ", "a longer text than fits", "❤️", "x", "     "]
        let styles: [CellStyle] = [
            .plain, CellStyle(.own(2)), CellStyle(nil, on: .own(4), .bold), CellStyle(nil, .reverse),
        ]
        let column = Int.random(in: -1..<buffer.width, using: &random)
        let line = Int.random(in: 0..<buffer.height, using: &random)
        let style = styles.randomElement(using: &random) ?? .plain
        switch Int.random(in: 0..<4, using: &random) {
        case 0: buffer.fill(columns: column..<column + 7, lines: line..<line + 2, style: style)
        case 1: buffer.fill(columns: max(0, column)..<buffer.width, lines: line..<line + 1)
        default:
            buffer.write(words.randomElement(using: &random) ?? "", column: max(0, column), line: line, style: style)
        }
    }

    private func expectEqual(_ terminal: TinyTerminal, _ buffer: CellBuffer) {
        for line in 0..<buffer.height {
            let expected = (0..<buffer.width).map {
                buffer[$0, line].width == 0 ? "" : String(buffer[$0, line].character)
            }
            #expect(terminal.lines[line] == expected)
            for column in 0..<buffer.width {
                var one = CellBuffer(width: 1, height: 1)
                one.fill(columns: 0..<1, lines: 0..<1, style: buffer[column, line].style)
                let isPlain = buffer[column, line].style == .plain
                #expect((terminal.styles[line][column] == "") == isPlain)
            }
        }
        #expect(terminal.cursor?.column == buffer.cursor?.column && terminal.cursor?.line == buffer.cursor?.line)
        #expect(!terminal.isUpdating)
    }

    private func text(_ new: CellBuffer, from old: CellBuffer) -> String {
        String(decoding: new.bytes(from: old, depth: .full), as: UTF8.self)
    }
}
