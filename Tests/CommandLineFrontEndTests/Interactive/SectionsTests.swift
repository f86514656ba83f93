import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Sections of a page on a terminal", .timeLimit(.minutes(5)))
struct SectionsTests {
    private func viewing(_ section: Element) -> Viewing {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(section))
        return viewing
    }

    @Test("The bracket keys switch tabs, and only the open tab shows rows and buttons")
    func tabs() {
        var viewing = viewing(SampleDesk.tabs)
        #expect(viewing.text.contains("[Overview]  Visits   Log"))
        viewing.type("z]")
        #expect(viewing.performed == [])
        #expect(viewing.state.selectedRow == "v1")
        viewing.type("z")
        #expect(viewing.performed == ["clear"])
        viewing.type("[[")
        #expect(viewing.text.contains("if  dog.isTame {"))
    }

    @Test("Enter and the space bar open and close a fold, and the buttons of an open fold work")
    func folds() {
        var viewing = viewing(SampleDesk.fold)
        #expect(!viewing.text.contains("Labrador"))
        viewing.press(.tab, .enter)
        #expect(viewing.text.contains("▾ Details") && viewing.text.contains("Labrador"))
        viewing.press(.tab, .enter)
        #expect(viewing.text.contains("Clear?"))
        viewing.type("y")
        #expect(viewing.performed == ["clear"])
        viewing.press(KeyPress(.tab, .shift))
        viewing.type(" ")
        #expect(!viewing.text.contains("Labrador"))
        #expect(viewing.state.fault == nil)
    }

    @Test("Columns are placed side by side if they fit, or below each other if they do not fit")
    func columns() {
        let wide = viewing(SampleDesk.columns)
        #expect(wide.lines.contains { $0.contains("Left") && $0.contains("Right") })
        var narrow = Viewing(SampleDesk.manifest, columns: 40)
        narrow.show(SampleDesk.screen(SampleDesk.columns))
        #expect(!narrow.lines.contains { $0.contains("Left") && $0.contains("Right") })
    }

    @Test("Code stands below the other elements of its columns if a column would cut its lines")
    func codeInColumns() {
        let drawing = "+" + String(repeating: "-", count: 50) + "+"
        for (code, isBeside) in [("+--+", true), (drawing, false)] {
            let viewing = viewing(
                .section(
                    id: "columns", layout: .columns,
                    elements: [
                        .text(id: "words", "Left"),
                        .section(id: "inner", elements: [.text(id: "code", code, style: .code)]),
                    ]))
            let line = viewing.lines.first { $0.contains(code) }
            #expect(line?.contains("Left") == isBeside)
        }
    }
}
