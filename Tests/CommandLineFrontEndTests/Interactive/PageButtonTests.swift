import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("The buttons of a page below its elements", .timeLimit(.minutes(5)))
struct PageButtonTests {
    private static let buttons = [
        Button(SampleDesk.clear, title: "Count", role: .primary), Button(SampleDesk.comment, title: "Remark"),
        Button(SampleDesk.clear, title: "Reset", enabled: false),
    ]

    private func viewing(_ elements: Element..., columns: Int = 80) -> Viewing {
        var viewing = Viewing(SampleDesk.manifest, columns: columns)
        viewing.show(Screen(title: "Desk", phase: .ready, elements: elements, buttons: Self.buttons))
        return viewing
    }

    @Test("A page without a list shows its buttons with their keys below its elements, and the footer stays")
    func shown() {
        let viewing = viewing(.text(id: "t", "0"))
        #expect(viewing.lines[2...4] == ["   0", "", "   n Count    e Remark…    3 (Reset)"])
        #expect(viewing.lines.last?.hasPrefix(" ↵ Count  e Remark…  3 (Reset)  ") == true)
    }

    @Test("Tab and Enter press a button, and Escape leaves it")
    func keys() {
        var viewing = viewing(.text(id: "t", "0"))
        viewing.press(.tab)
        #expect(viewing.lines[4] == " ❯ n Count    e Remark…    3 (Reset)")
        #expect(viewing.lines.last?.hasPrefix(" ↵ press  Tab next  Esc leave") == true)
        viewing.press(.enter)
        #expect(viewing.performed == ["clear"])
        viewing.press(.tab)
        #expect(viewing.lines[4] == "   n Count  ❯ e Remark…    3 (Reset)")
        viewing.type(" ")
        #expect(viewing.text.contains("╭─ Remark"))
        viewing.press(.escape, .tab, .enter)
        #expect(viewing.text.contains("“Reset” is disabled"))
        viewing.press(.escape)
        #expect(!viewing.text.contains("❯") && viewing.state.fault == nil)
    }

    @Test("A click presses a button, and a draft marks it")
    func mouse() {
        var viewing = viewing(.text(id: "t", "0"))
        viewing.press(.click(column: 6, line: 4))
        #expect(viewing.performed == ["clear"])
        viewing.press(.click(column: 18, line: 4))
        viewing.press(.character("x"), .escape)
        #expect(viewing.lines[4] == "   n Count    e Remark…*   3 (Reset)")
        #expect(viewing.performed.count == 1)
    }

    @Test("Buttons that do not fit begin another line, and every button can be reached", arguments: 16...40)
    func narrow(columns: Int) {
        var viewing = viewing(.text(id: "t", "0"), columns: columns)
        for word in ["Count", "Remark", "Rese"] { #expect(viewing.text.contains(word), "\(viewing.text)") }
        for _ in 0..<3 {
            viewing.press(.tab)
            #expect(viewing.text.contains("❯") && viewing.state.fault == nil)
        }
    }

    @Test("After a form, the buttons follow the form's fields")
    func form() {
        var viewing = Viewing(SampleDesk.manifest)
        var screen = SampleDesk.temperature()
        screen.buttons = [Button(SampleDesk.clear, role: .primary)]
        viewing.show(screen)
        viewing.press(.tab, .tab, .tab)
        #expect(viewing.text.contains(" ❯ n Clear"))
        viewing.press(.enter)
        #expect(viewing.performed == ["clear"])
    }

    @Test("A page with a list, a page that loads and a failed page have no such buttons")
    func others() {
        let list = viewing(.list(id: "l", rows: []))
        #expect(list.lines.count { $0.contains("Count") } == 1)
        for phase in [Phase.loading, SampleScreens.retry] {
            var viewing = Viewing(SampleDesk.manifest)
            viewing.show(Screen(title: "Desk", phase: phase, buttons: Self.buttons))
            #expect(viewing.lines.dropLast().count { $0.contains("Count") } == 0)
        }
        var ended = viewing(.text(id: "t", "0"))
        ended.take(.source(page: 0, .failed(FeatureError(.closed, "the session has ended"))))
        #expect(ended.lines.count { $0.contains("Count") } == 0)
    }
}
