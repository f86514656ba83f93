import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("The row with the cursor below messages", .timeLimit(.minutes(5)))
struct VisibleCursorTests {
    private static let long = String(repeating: "something has happened ", count: 8)

    /// Returns a view whose cursor is on the last visible row.
    private func viewing(columns: Int = 80, lines: Int = 24) -> Viewing {
        var viewing = Viewing(columns: columns, lines: lines)
        viewing.show(SampleScreens.kennel(500))
        while viewing.lines[lines - (lines < 16 ? 3 : 4)].contains("❯") == false { viewing.press(.down) }
        return viewing
    }

    private func announce(_ text: String, to viewing: inout Viewing) {
        viewing.take(.source(page: 0, .notice(Notice(text, tone: .warning))))
    }

    @Test("A message that covers the last rows moves the page, so that the row with the cursor stays visible")
    func notice() {
        var viewing = viewing()
        #expect(viewing.text.contains(" 1–19 of 500"))
        announce(Self.long, to: &viewing)
        #expect(viewing.text.contains("❯ Dog number 18 ") && viewing.state.fault == nil)
        // The count says the rows that are really visible.
        let rows = viewing.lines.compactMap { $0.firstMatch(of: #/Dog number (\d+) /#).flatMap { Int($0.output.1) } }
        #expect(rows.last == 18 && viewing.text.contains(" \((rows.first ?? 0) + 1)–19 of 500"))
        announce("another one", to: &viewing)
        #expect(viewing.text.contains("❯ Dog number 18 ") && viewing.text.contains("another one"))
        viewing.press(.down)
        #expect(viewing.text.contains("❯ Dog number 19 "))
    }

    @Test("When the messages have gone, the rows below them are visible again")
    func gone() {
        var viewing = Viewing()
        viewing.show(SampleScreens.kennel(500))
        let before = viewing.lines
        announce(Self.long, to: &viewing)
        #expect(viewing.text.contains(" 1–16 of 500"))
        viewing.wait(.seconds(10))
        #expect(viewing.lines == before)
    }

    @Test(
        "On a low terminal, messages are cut, and some rows stay visible", arguments: [4, 5, 6, 7, 8, 10, 14], [30, 80])
    func low(lines: Int, columns: Int) {
        var viewing = viewing(columns: columns, lines: lines)
        for number in 1...3 { announce("\(number) \(Self.long)", to: &viewing) }
        #expect(viewing.text.contains("❯") && viewing.state.fault == nil)
        #expect(lines == 4 || viewing.text.contains("! 3 some"))
        let rows = viewing.lines.count { $0.contains("Dog number") }
        #expect(rows >= min(3, lines - 3), "\(viewing.text)")
    }

    @Test("A short message shares the line with the position, and nothing moves")
    func short() {
        var viewing = viewing()
        announce("Rex is hungry", to: &viewing)
        #expect(viewing.lines.contains { $0.hasPrefix(" ! Rex is hungry") && $0.hasSuffix(" 1–19 of 500") })
    }
}
