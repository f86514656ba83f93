import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Keys of a page on a terminal", .timeLimit(.minutes(5)))
struct PageKeysTests {
    @Test("The view requests more rows when the end of a list becomes visible, but not twice for the same list length")
    func more() throws {
        var viewing = Viewing(lines: 12)
        var screen = SampleScreens.kennel(30)
        var list = try #require(screen.lists.first)
        list.more = Button(SampleScreens.more)
        screen.elements = [.list(list)]
        viewing.show(screen)
        #expect(viewing.performed == [])
        viewing.press(.end)
        #expect(viewing.performed == ["more"])
        viewing.press(.up, .down)
        viewing.show(screen)
        #expect(viewing.performed == ["more"])
        list.rows += (30..<60).map { SampleScreens.dog("d\($0)", "Dog \($0)", age: 1) }
        screen.elements = [.list(list)]
        viewing.show(screen)
        #expect(viewing.performed == ["more"])
        viewing.press(.end)
        #expect(viewing.performed == ["more", "more"])
        // The request has failed. A movement beyond the last row requests more rows again.
        viewing.end(viewing.lastCall, FeatureError(.busy, "not now"))
        viewing.press(.down)
        #expect(viewing.performed.count == 3)
    }

    @Test("The key G selects the last row and loads more rows until the last one, until another key is pressed")
    func lastRow() {
        var viewing = Viewing(lines: 12)
        func screen(_ count: Int, hasMore: Bool) -> Screen {
            var screen = SampleScreens.kennel(count)
            guard case .list(var list)? = screen.elements.first else { return screen }
            list.more = hasMore ? Button(SampleScreens.more) : nil
            screen.elements = [.list(list)]
            return screen
        }
        viewing.show(screen(30, hasMore: true))
        viewing.type("G")
        for count in [60, 90] { viewing.show(screen(count, hasMore: true)) }
        #expect(viewing.performed == ["more", "more", "more"])
        viewing.show(screen(100, hasMore: false))
        #expect(viewing.state.selectedRow == "d99")
        viewing.show(screen(110, hasMore: true))
        #expect(viewing.state.selectedRow == "d99")
        viewing.type("Gk")
        viewing.show(screen(140, hasMore: true))
        #expect(viewing.state.selectedRow == "d108")
        // One press loads at most 2,000 rows.
        viewing.type("G")
        var count = 140
        while count < 4_000 {
            count += 500
            let calls = viewing.performed.count
            viewing.show(screen(count, hasMore: true))
            if viewing.performed.count == calls { break }
        }
        #expect((2_140..<3_000).contains(count))
    }

    @Test("Enter does nothing while the page is loading")
    func loading() {
        var viewing = Viewing()
        viewing.show(Screen(title: "Doggies", phase: .loading(), buttons: SampleScreens.dogButtons))
        viewing.press(.enter)
        #expect(!viewing.text.contains("╭") && viewing.performed == [])
        viewing.type("n")
        #expect(viewing.text.contains("╭─ Adopt a dog"))
    }

    @Test("Enter never presses another button in place of a disabled primary button")
    func disabled() {
        var viewing = Viewing()
        let buttons = [Button(SampleScreens.adopt, enabled: false, role: .primary), Button(SampleScreens.refresh)]
        viewing.show(Screen(title: "Doggies", phase: .ready, buttons: buttons))
        #expect(viewing.lines.last?.contains("↵ (Adopt a dog…)") == true)
        viewing.press(.enter)
        #expect(viewing.performed == [] && viewing.text.contains("“Adopt a dog” is disabled"))
    }

    @Test("The keys < and > scroll the columns of a table sideways beside its first column")
    func sideways() {
        var viewing = Viewing(SampleDesk.manifest, columns: 44, lines: 14)
        viewing.show(SampleDesk.screen(SampleDesk.table()))
        #expect(viewing.lines[1].contains("Dog ↑") && viewing.lines[1].hasSuffix("Note           ›"))
        viewing.type(">")
        #expect(viewing.lines[1].contains("‹ Dog ↑") && viewing.lines[1].contains("Age   Weight"))
        #expect(viewing.lines[2].contains("Alfred Labrador") && viewing.lines[2].contains("31.5 kg"))
        viewing.type(">>")
        #expect(viewing.lines[1].contains("Age   Weight"))
        viewing.type("<<<")
        #expect(viewing.lines[1].contains("Note"))
    }

    @Test("The keys y and Y copy the row and the page as values between tabs")
    func copying() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(SampleDesk.table()))
        viewing.type("y")
        #expect(viewing.copies == ["Alfred Labrador\tshy\t4\t31.5 kg"])
        #expect(viewing.text.contains("Row copied: “Alfred Labrador”"))
        viewing.type("Y")
        #expect(viewing.copies.last?.hasPrefix("Dog\tNote\tAge\tWeight\nAlfred Labrador\tshy") == true)
        viewing.show(SampleScreens.kennel(10_000))
        viewing.type("Y")
        #expect(viewing.copies.count == 2)
        #expect(viewing.text.contains("too long to copy"))
    }

    @Test("A copy holds what people see, and nothing that a terminal or a shell executes when it is pasted")
    func copyingHostileTexts() {
        let hostile = "Rex\u{1B}[201~\nrm -rf x\u{7F}\u{202E}\u{9B}\u{FEFF}"
        let seen = #"Rex␛[201~ rm -rf x␡\u{202E}\u{9B}\u{FEFF}"#
        var viewing = Viewing()
        viewing.show(
            Screen(
                title: "Dogs", phase: .ready,
                elements: [
                    .list(id: "dogs", rows: [Row(id: "1", title: hostile, detail: "a\tb")]),
                    .text(id: "text", "1\t\u{1B}[201~\n2\r\n3"),
                ]))
        viewing.type("y")
        #expect(viewing.copies.last == "\(seen)\ta b")
        viewing.type("Y")
        #expect(viewing.copies.last == "\(seen)\ta b\n1\t␛[201~\n2\n3")
        viewing.show(Screen(title: "Dogs", phase: .ready, elements: [.placeholder(id: "none", "\u{1B}[201~\nx")]))
        viewing.type("Y")
        #expect(viewing.copies.last == "␛[201~\nx")
    }

    @Test(
        "The key Y says how many of all rows it has copied",
        arguments: [
            (false, nil, "3 rows copied"), (true, ListElement.Total(500), "3 of 500 rows copied"),
            (true, ListElement.Total(500, exact: false), "3 of at least 500 rows copied"),
            (true, nil, "3 rows copied; the rest is not loaded"),
        ])
    func copyingPart(hasMore: Bool, total: ListElement.Total?, words: String) {
        var viewing = Viewing()
        let rows = (1...3).map { Row(id: "\($0)", title: "Dog \($0)") }
        var list = ListElement(id: "dogs", rows: rows, total: total)
        if hasMore { list.more = Button(SampleScreens.more) }
        viewing.show(Screen(title: "Doggies", phase: .ready, elements: [.list(list)]))
        viewing.type("Y")
        #expect(viewing.copies == ["Dog 1\t\nDog 2\t\nDog 3\t"])
        #expect(viewing.text.contains(words))
    }

    @Test("Enter, an arrow key and a number go into the form of a page without rows")
    func entering() {
        for key in [KeyPress.Key.enter, .down, .character("7"), .paste("7")] {
            var viewing = Viewing(SampleDesk.manifest)
            var screen = SampleDesk.temperature()
            screen.buttons = [Button(SampleDesk.clear, role: .primary)]
            viewing.show(screen)
            #expect(viewing.lines.last?.contains("↵ fill in") == true)
            viewing.press(key)
            #expect(viewing.text.contains("❯ Celsius"))
            let isTyped = key != .enter && key != .down
            #expect(viewing.performed == (isTyped ? ["convert @t celsius=207"] : []))
        }
    }

    @Test("The key r retries after a failure")
    func retry() {
        var viewing = Viewing()
        viewing.show(Screen(title: "Doggies", phase: SampleScreens.retry))
        viewing.type("r")
        #expect(viewing.performed == ["refresh"])
    }

    @Test("The key r presses the button of an action that reloads, whatever the action's name")
    func reload() {
        let (again, refresh) = (Action("again", "Read again", effect: .reloads), Action("refresh", "Refresh the air"))
        var viewing = Viewing(
            FeatureManifest(id: "doggy", title: "Doggies", summary: "Lists dogs.", actions: refresh, again))
        viewing.show(Screen(title: "Doggies", phase: .ready, buttons: [Button(refresh), Button(again)]))
        viewing.type("r")
        #expect(viewing.performed == ["again"])
    }

    @Test("The keys q and Ctrl-C close the view", arguments: [KeyPress(.character("q")), .control("c")])
    func leaving(press: KeyPress) {
        var viewing = Viewing()
        viewing.press(press)
        #expect(viewing.hasLeft)
    }
}
