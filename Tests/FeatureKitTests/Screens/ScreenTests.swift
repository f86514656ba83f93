import FeatureKit
import Testing

/// Tests the buttons of a screen, and a stage without a session.
@Suite(.timeLimit(.minutes(5))) struct ScreenTests {
    @Test func `allButtons contains the buttons of the screen, the phase, the rows and the list`() {
        let buttons = (1...5).map { Button(action: "a\($0)", title: "") }
        let screen = Screen(
            phase: .failed(message: "", retry: buttons[1]),
            elements: [
                .text(id: "t", ""), .placeholder(id: "p", ""), .fields(id: "f", items: []),
                .list(id: "l", rows: [Row(id: "1", title: "", buttons: [buttons[2], buttons[3]])], more: buttons[4]),
            ],
            buttons: [buttons[0]])
        #expect(screen.allButtons == buttons)
        #expect(Screen().allButtons == [])
    }

    @Test func `a button has its action's name and by default its action's title`() {
        let action = Action("adopt", "Adopt a dog")
        #expect(Button(action) == Button(action: "adopt", title: "Adopt a dog"))
        #expect(
            Button(action, title: "Adopt", role: .primary) == Button(action: "adopt", title: "Adopt", role: .primary))
    }

    @Test func `a column of moments names the zone UTC, and a cell's own text replaces the value`() {
        let due = ListElement.Column(name: "due", title: "Due", kind: .instant)
        var row = Row(id: "1", title: "", values: ["due": "2026-11-22T19:46:00.000Z"])
        #expect(due.text(of: row) == "2026-11-22 19:46 UTC")
        #expect(ListElement.Column(name: "due", title: "Due").text(of: row) == "2026-11-22T19:46:00.000Z")
        row.cells["due"] = "tonight"
        #expect(due.text(of: row) == "tonight")
    }

    @Test func `a stage without a session stores its screen and its notices`() {
        let stage = Stage()
        #expect(stage.screen == Screen())
        stage.screen.title = "Dogs"
        stage.screen.elements.append(.text(id: "t", "Rex"))
        stage.announce(Notice("one"))
        stage.announce(Notice("two"))
        #expect(stage.screen == Screen(title: "Dogs", elements: [.text(id: "t", "Rex")]))
        #expect(stage.announced == [Notice("one"), Notice("two")])
    }
}
