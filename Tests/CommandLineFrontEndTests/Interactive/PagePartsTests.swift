import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Parts of a page on a terminal", .timeLimit(.minutes(5)))
struct PagePartsTests {
    private func viewing(_ elements: Element..., lines: Int = 24) -> Viewing {
        var viewing = Viewing(SampleDesk.manifest, lines: lines)
        viewing.show(Screen(title: "Desk", phase: .ready, elements: elements))
        return viewing
    }

    // MARK: - Columns

    @Test("A list and a form stand side by side if there is room, and take keys and clicks where they stand")
    func sideBySide() throws {
        var viewing = viewing(SampleDesk.sideBySide, .text(id: "after", "After both"))
        func lines(_ viewing: Viewing) -> [Substring] {
            viewing.text.split(separator: "\n", omittingEmptySubsequences: false)
        }
        let first = try #require(lines(viewing).firstIndex { $0.contains("Alfred") })
        #expect(lines(viewing)[first].hasPrefix(" ❯ Alfred  at nine"))
        #expect(lines(viewing)[first].contains("Flight"))
        #expect(lines(viewing)[first + 1].contains("Bella") && lines(viewing)[first + 1].contains("Kind"))
        viewing.press(.down, .character("1"))
        #expect(viewing.performed == ["walk id=2"])
        viewing.press(.tab)
        let kind = try #require(lines(viewing).first { $0.contains("Kind") })
        #expect(kind.contains("❯ Kind") && !kind.hasPrefix(" ❯"), "\(kind)")
        viewing.press(.left)
        viewing.press(.control("s"))
        #expect(viewing.performed.last == "book @flight kind=One way")
        viewing.click("Alfred")
        #expect(viewing.state.selectedRow == "1")
        viewing.click("Leave")
        viewing.press(.tab)
        #expect(try #require(lines(viewing).first { $0.contains("Return ") }).contains("❯ Return"))
        // The text below both begins after the higher one.
        let after = try #require(lines(viewing).firstIndex { $0.contains("After both") })
        let end = try #require(lines(viewing).firstIndex { $0.contains("Working…") })
        #expect(after > end)
        #expect(viewing.state.fault == nil)
    }

    @Test("In a narrow terminal, the parts of columns stand below each other")
    func belowEachOther() throws {
        var viewing = Viewing(SampleDesk.manifest, columns: 60)
        viewing.show(Screen(title: "Desk", phase: .ready, elements: [SampleDesk.sideBySide]))
        let lines = viewing.text.split(separator: "\n", omittingEmptySubsequences: false)
        let list = try #require(lines.firstIndex { $0.contains("Bella") })
        let form = try #require(lines.firstIndex { $0.contains("Kind") })
        #expect(list < form)
    }

    // MARK: - Forms on the page

    @Test("A form that submits on change runs one call at a time, and its unedited field shows the server's value")
    func change() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.temperature())
        viewing.press(.tab)
        viewing.type("5")
        #expect(viewing.performed == ["convert @t celsius=205"])
        viewing.press(.backspace)
        viewing.type("1")
        #expect(viewing.performed.count == 1)
        viewing.show(SampleDesk.temperature(205, 401))
        #expect(viewing.text.contains("Celsius     201"))
        #expect(viewing.text.contains("Fahrenheit  401"))
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.performed.last == "convert @t celsius=201")
        viewing.end(viewing.lastCall, revision: viewing.revision + 1)
        viewing.press(.escape)
        #expect(viewing.text.contains("Celsius     201"))
        viewing.show(SampleDesk.temperature(201.5, 394.7))
        #expect(viewing.text.contains("Celsius     201.5"))
        #expect(viewing.state.fault == nil)
    }

    @Test("An invalid text shows an error below its field and is not sent")
    func misfit() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.temperature())
        viewing.press(.tab)
        viewing.type("x")
        #expect(viewing.performed == [])
        #expect(viewing.text.contains("✗ Enter a number."))
    }

    @Test("An emptied field is sent as empty")
    func emptied() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.temperature())
        viewing.press(.tab)
        viewing.press(.control("u"))
        #expect(viewing.performed == ["convert @t -celsius"])
    }

    @Test("Ctrl-S in a form, or Enter on its button, sends only the changed fields")
    func button() {
        var viewing = viewing(.form(SampleDesk.flight()))
        viewing.press(.tab, .left)
        viewing.press(.control("s"))
        #expect(viewing.performed == ["book @flight kind=One way"])
        #expect(viewing.text.contains("Working…"))
        viewing.press(.control("s"))
        #expect(viewing.performed.count == 1)
        viewing.end(viewing.lastCall, revision: viewing.revision)
        viewing.press(KeyPress(.tab, .shift))
        viewing.press(.enter)
        #expect(viewing.performed.last == "book @flight")
    }

    @Test("A refusal is shown below its field, and a refusal without a field is shown in the form")
    func refused() {
        var viewing = viewing(.form(SampleDesk.flight()))
        viewing.press(.tab, .left)
        viewing.press(.control("s"))
        viewing.end(viewing.lastCall, InputRefused(["back": "not needed", "price": "too high"]))
        #expect(viewing.text.contains("✗ not needed"))
        #expect(viewing.text.contains("✗ price: too high"))
        viewing.press(.control("s"))
        #expect(viewing.performed.count == 2)
    }

    @Test("A conflict shows the value that another person has saved, and Ctrl-T takes that value")
    func theirs() {
        var viewing = viewing(.form(SampleDesk.flight(problems: ["back": SampleDesk.conflict])))
        #expect(viewing.text.contains("✗ Return on 4 December or later."))
        viewing.press(.tab, .tab, .tab)
        viewing.press(.control("t"))
        viewing.press(.control("s"))
        #expect(viewing.performed == ["book @flight back=2026-12-05"])
    }

    @Test("A form on the page says at once what another person has saved, and has buttons that decide")
    func contested() {
        func flight(_ back: FieldValue) -> Screen {
            var form = SampleDesk.flight()
            form.values["back"] = back
            return Screen(title: "Desk", phase: .ready, elements: [.form(form)])
        }
        for (decision, call) in [("Keep mine", "book @flight back=2026-12-07"), ("Take theirs", nil)] {
            for isClicked in [false, true] {
                var viewing = Viewing(SampleDesk.manifest)
                viewing.show(flight("2026-12-02"))
                viewing.click("2026-12-02")
                viewing.press(.control("u"))
                viewing.type("2026-12-07")
                viewing.show(flight("2026-12-05"))
                #expect(viewing.text.contains("Changed by another person. Their value: 2026-12-05"))
                // Enter goes to the next field, because a second press must not decide.
                viewing.press(.enter)
                viewing.press(KeyPress(.tab, .shift))
                #expect(viewing.text.contains("❯ Take theirs"))
                if isClicked {
                    viewing.click(decision)
                } else {
                    if decision == "Keep mine" { viewing.press(KeyPress(.tab, .shift)) }
                    #expect(viewing.text.contains("❯ \(decision)") && viewing.text.contains("↵ \(decision)"))
                    viewing.press(.enter)
                }
                #expect(!viewing.text.contains("Theirs"))
                viewing.press(.control("s"))
                #expect(viewing.performed.first == call ?? "book @flight")
            }
        }
    }

    @Test("The focus skips a disabled field, and a disabled form sends nothing")
    func disabled() {
        var viewing = viewing(.form(SampleDesk.flight(enabled: false, disabled: ["leave"])))
        viewing.press(.tab, .tab)
        viewing.type("9")
        #expect(viewing.text.contains("Return  2026-12-019"))
        viewing.press(.control("u"))
        viewing.press(.control("s"))
        #expect(viewing.performed == [])
        #expect(viewing.text.contains("Book – not now"))
    }

    @Test("A text field with choices accepts only its choices")
    func choices() {
        var viewing = viewing(.form(SampleDesk.flight()))
        viewing.press(.tab, .tab, .tab, .tab)
        viewing.type("a")
        viewing.press(.control("s"))
        #expect(viewing.performed == ["book @flight seat=aisle"])
    }

    // MARK: - Tables

    @Test("Enter selects a row that has no link, but moving the cursor does not select a row")
    func selecting() {
        var viewing = viewing(SampleDesk.table())
        #expect(viewing.text.contains("✓   Bella Beagle"))
        viewing.press(.down, .down)
        #expect(viewing.performed == [])
        viewing.press(.enter)
        #expect(viewing.performed == ["select id=3"])
    }

    @Test("The key s sorts by the next column, and S reverses the order")
    func sorting() {
        var viewing = viewing(SampleDesk.table())
        viewing.type("s")
        viewing.type("S")
        #expect(viewing.performed == ["sort order=age", "sort order=name"])
        viewing.show(SampleDesk.screen(SampleDesk.table(sorted: nil)))
        viewing.type("s")
        #expect(viewing.performed.last == "sort order=name")
    }

    @Test("The status line shows the total number of records of the list")
    func total() {
        var viewing = viewing(SampleDesk.table())
        #expect(viewing.text.contains(" 1–3 of 503"))
        viewing.show(SampleDesk.screen(SampleDesk.table(total: .init(10_000, exact: false))))
        #expect(viewing.text.contains(" 1–3 of at least 10,000"))
    }

    @Test("The letter key of a button asks for confirmation and then presses the button for the selected row")
    func letters() {
        var viewing = viewing(SampleDesk.table())
        viewing.press(.down)
        viewing.type("w")
        #expect(viewing.text.contains("Is the lead at hand?"))
        viewing.press(.enter)
        #expect(viewing.performed == [])
        viewing.type("wy")
        #expect(viewing.performed == ["walk id=2"])
    }

    @Test("A form begins with its button's values, and the user cannot change the button's other arguments")
    func values() {
        var viewing = viewing(SampleDesk.table())
        viewing.type("c")
        #expect(viewing.text.contains("Text  Good dog"))
        viewing.type("gy")
        viewing.press(.enter)
        #expect(viewing.performed == ["comment id=1 text=Good doggy"])
    }

    @Test("A button asks for confirmation after its form, and cancelling the confirmation opens the form again")
    func confirmedForm() {
        let button = Button(SampleDesk.comment, arguments: ["id": "1"], confirm: "Tell everybody?")
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(.text(id: "t", "x"), buttons: [button]))
        viewing.type("1hello")
        viewing.press(.enter)
        #expect(viewing.text.contains("Tell everybody?"))
        viewing.type("n")
        #expect(viewing.text.contains("Text  hello"))
        viewing.press(.enter)
        viewing.type("y")
        #expect(viewing.performed == ["comment id=1 text=hello"])
    }

    @Test("Enter follows the link of a value")
    func valueLinks() {
        var viewing = viewing(SampleDesk.facts)
        viewing.press(.tab, .enter)
        #expect(viewing.openedPage == 1)
    }

    // MARK: - Notices

    @Test("While a notice is shown, U presses its button and L follows its link")
    func offers() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(.text(id: "t", "x")))
        let notice = Notice(
            "Rex was released", tone: .positive, button: Button(SampleDesk.clear, title: "Clear"),
            opens: FeatureLink(feature: "user"))
        viewing.take(.source(page: 0, .notice(notice)))
        #expect(viewing.text.contains("✓ Rex was released · U Clear · L Open Users"))
        var titled = notice
        titled.button = nil
        titled.opens?.title = "Show"
        viewing.take(.source(page: 0, .notice(titled)))
        #expect(viewing.text.contains("✓ Rex was released · L Show"))
        viewing.take(.source(page: 0, .notice(notice)))
        viewing.type("U")
        #expect(viewing.performed == ["clear"])
        viewing.type("U")
        #expect(viewing.performed.count == 1)
        viewing.take(.source(page: 0, .notice(notice)))
        viewing.type("L")
        #expect(viewing.openedPage == 1)
        viewing.type("U")
        #expect(viewing.performed.count == 1)
    }

    @Test("An element of an unknown kind is shown with its title and the elements inside it")
    func unknown() throws {
        let viewing = viewing(try SampleDesk.unknown())
        #expect(viewing.text.contains("Pictures") && viewing.text.contains("A dog by the sea."))
    }
}
