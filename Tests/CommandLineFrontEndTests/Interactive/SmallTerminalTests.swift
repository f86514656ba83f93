import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Small terminals", .timeLimit(.minutes(5)))
struct SmallTerminalTests {
    private func viewing(_ columns: Int, _ lines: Int) -> Viewing {
        var viewing = Viewing(columns: columns, lines: lines)
        viewing.show(SampleScreens.dogs())
        return viewing
    }

    private func shown(_ viewing: Viewing) -> String {
        viewing.lines.filter { !$0.isEmpty }.joined(separator: "/")
    }

    @Test("A terminal that is too narrow or too low shows one message instead of a page")
    func page() {
        #expect(shown(viewing(15, 24)) == "Too narrow:/needs 16/columns")
        #expect(shown(viewing(15, 1)) == "Too narrow: ne…")
        #expect(shown(viewing(80, 3)) == "Too low: needs 4 lines")
        #expect(shown(viewing(1, 1)).count == 1)
        for (columns, lines) in [(16, 24), (80, 4)] {
            let text = shown(viewing(columns, lines))
            #expect(text.contains("Alfred") && !text.contains("Too"))
        }
    }

    @Test("A box needs more lines than a page, and has its place again when the terminal grows")
    func box() {
        for keys in ["n", "x", ":", "?", "m"] {
            var viewing = viewing(80, 5)
            viewing.type(keys)
            #expect(shown(viewing) == "Too low: needs 6 lines", "\(keys)")
            viewing.take(.resized(.init(columns: 80, lines: 6)))
            #expect(viewing.text.contains("╭") && viewing.text.contains("╰"), "\(keys)")
        }
    }

    @Test("When a low terminal grows, the lines above the selected first row come back")
    func growing() {
        var screen = SampleScreens.dogs(.ready, (0..<40).map { "Dog \($0)" })
        screen.elements.insert(.text(id: "above", "1\n2\n3\n4\n5\n6"), at: 0)
        var viewing = Viewing(lines: 5)
        viewing.show(screen)
        #expect(viewing.lines.contains { $0.contains("❯ Dog 0") } && !viewing.lines.contains(" 1"))
        viewing.take(.resized(.init(columns: 80, lines: 24)))
        #expect(viewing.text.contains("❯ Dog 0") && viewing.lines[2].contains("1"))
    }

    @Test("While a terminal is too small, keys do not act on what they do not show, and q and Ctrl-C leave")
    func keys() {
        var viewing = viewing(80, 24)
        viewing.type("x")
        viewing.take(.resized(.init(columns: 10, lines: 24)))
        viewing.type("yq")
        viewing.press(.escape, .enter)
        #expect(viewing.performed == [] && !viewing.hasLeft)
        viewing.take(.resized(.init(columns: 80, lines: 24)))
        #expect(viewing.text.contains("Release Alfred"))
        viewing.press(.escape)
        viewing.take(.resized(.init(columns: 10, lines: 24)))
        viewing.type("1")
        #expect(viewing.performed == [])
        viewing.type("q")
        #expect(viewing.hasLeft)
        var other = self.viewing(10, 24)
        other.press(.control("c"))
        #expect(other.hasLeft)
    }
}
