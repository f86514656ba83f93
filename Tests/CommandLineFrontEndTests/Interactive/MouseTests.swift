import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("The scroll bar and the secondary mouse button", .timeLimit(.minutes(5)))
struct MouseTests {
    private func kennel(_ count: Int = 200) -> Viewing {
        var viewing = Viewing()
        viewing.show(SampleScreens.kennel(count))
        return viewing
    }

    /// The number of the first visible dog.
    private func first(_ viewing: Viewing) -> Int? {
        viewing.lines.lazy.compactMap { $0.firstMatch(of: #/Dog number (\d+) /#).flatMap { Int($0.output.1) } }.first
    }

    @Test("A click on the scroll bar scrolls there, and the cursor stays in sight")
    func click() {
        var viewing = kennel()
        for (line, dog) in [(20, 181), (2, 0), (11, 90)] {
            viewing.press(.click(column: 79, line: line))
            #expect(first(viewing) == dog)
            #expect(viewing.text.contains("❯") && viewing.state.fault == nil)
        }
    }

    @Test("While the button is held down, the page follows the mouse, also beside the bar, until it is released")
    func drag() {
        var viewing = kennel()
        viewing.press(.click(column: 79, line: 2))
        var seen: [Int] = []
        for line in 3...30 {
            viewing.press(.drag(column: line.isMultiple(of: 2) ? 79 : 40, line: line))
            seen.append(first(viewing) ?? -1)
        }
        #expect(seen == seen.sorted() && seen.last == 181 && Set(seen).count > 15)
        viewing.press(.drag(column: 60, line: 0))
        #expect(first(viewing) == 0)
        // Another key ends the dragging.
        viewing.press(.up)
        viewing.press(.drag(column: 79, line: 20))
        #expect(first(viewing) == 0)
        viewing.press(.click(column: 10, line: 5))
        viewing.press(.drag(column: 79, line: 20))
        #expect(first(viewing) == 0)
    }

    @Test("At the end of the bar, a list loads more rows")
    func more() throws {
        var viewing = Viewing()
        var screen = SampleScreens.kennel(50)
        var list = try #require(screen.lists.first)
        (list.more, list.total) = (Button(SampleScreens.more), .init(500))
        screen.elements = [.list(list)]
        viewing.show(screen)
        viewing.press(.click(column: 79, line: 20))
        #expect(viewing.performed == ["more"] && viewing.state.fault == nil)
    }

    @Test("A page that fits has no scroll bar to press")
    func short() {
        var viewing = kennel(3)
        viewing.press(.click(column: 79, line: 10))
        viewing.press(.drag(column: 79, line: 20))
        #expect(viewing.state.selectedRow == "d0" && first(viewing) == 0)
    }

    @Test("A click of the secondary button on a row opens the menu of the row")
    func menu() {
        var viewing = kennel(10)
        viewing.press(.menuClick(column: 10, line: 5))
        #expect(viewing.state.selectedRow == "d3" && viewing.text.contains("╭─ Dog number 3 of the kennel"))
        viewing.type("1")
        #expect(viewing.performed == ["birthday id=d3"])
        viewing.press(.menuClick(column: 10, line: 18))
        #expect(!viewing.text.contains("╭"))
        viewing.type("n")
        viewing.press(.menuClick(column: 10, line: 2))
        #expect(viewing.text.contains("╭─ Adopt a dog"))
    }
}
