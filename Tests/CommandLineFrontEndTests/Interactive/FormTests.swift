import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Forms on a terminal", .timeLimit(.minutes(5)))
struct FormTests {
    private func adopting() -> Viewing {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("n")
        return viewing
    }

    @Test("A form sends values with their types, and arrow keys or a first letter select a choice")
    func sending() {
        var viewing = adopting()
        viewing.type("Rex")
        viewing.press(.enter, .right, .right, .tab)
        viewing.type("2")
        viewing.press(.enter)
        #expect(viewing.performed == ["adopt age=2 breed=Doberman name=Rex"])
        viewing.end(viewing.lastCall)
        #expect(!viewing.text.contains("╭"))
    }

    @Test("A letter selects the next choice that begins with this letter")
    func letters() {
        var viewing = adopting()
        viewing.type("Rex")
        viewing.press(.tab)
        viewing.type("l")
        viewing.press(.tab)
        viewing.type("2")
        viewing.press(.control("s"))
        #expect(viewing.performed == ["adopt age=2 breed=Labrador name=Rex"])
    }

    @Test("Letters typed one after the other find the choice that begins with all of them")
    func typeAhead() {
        for (typed, breed) in [("lab", "Labrador"), ("dob", "Doberman"), ("labb", "Bulldog"), ("lbdob", "Doberman")] {
            var viewing = adopting()
            viewing.type("Rex")
            viewing.press(.tab)
            viewing.type(typed)
            viewing.press(.tab)
            viewing.type("2")
            viewing.press(.enter)
            #expect(viewing.performed == ["adopt age=2 breed=\(breed) name=Rex"])
        }
    }

    @Test("An invalid value shows an error beside its field, focuses the field and sends nothing")
    func rules() {
        var viewing = adopting()
        viewing.press(.tab, .tab)
        viewing.type("99")
        viewing.press(.enter)
        #expect(viewing.performed == [])
        #expect(viewing.text.contains("✗ Enter a name."))
        #expect(viewing.text.contains("✗ Enter a whole number from 0 to 30."))
        viewing.type("Rex")
        #expect(!viewing.text.contains("✗ Enter a name"))
        #expect(viewing.text.contains("Name   Rex"))
    }

    @Test("A field is validated when it loses the focus, but an empty field is not an error yet")
    func leaving() {
        var viewing = adopting()
        viewing.press(.tab, .tab)
        #expect(!viewing.text.contains("✗"))
        viewing.type("x")
        viewing.press(.tab)
        #expect(viewing.text.contains("✗ Enter a whole number from 0 to 30."))
    }

    @Test("A refusal by the presenter is shown beside its field, and the typed text is kept")
    func refused() {
        var viewing = adopting()
        viewing.type("Rex")
        viewing.press(.tab)
        viewing.type("b")
        viewing.press(.tab)
        viewing.type("3")
        viewing.press(.enter)
        // The form is being sent, so the user cannot change it.
        viewing.type("x")
        viewing.end(viewing.lastCall, InputRefused(["name": "another dog is called \"Rex\""]))
        #expect(viewing.text.contains("✗ another dog is called \"Rex\""))
        // The refusal stays until the text changes.
        viewing.press(.tab, .tab)
        #expect(viewing.text.contains("✗ another dog is called \"Rex\""))
        viewing.press(KeyPress(.tab, .shift))
        viewing.press(KeyPress(.tab, .shift))
        viewing.type("y")
        viewing.press(.tab)
        #expect(!viewing.text.contains("another dog is called"))
        viewing.press(.control("s"))
        #expect(viewing.performed.last == "adopt age=3 breed=Bulldog name=Rexy")
    }

    @Test("While the user types, frames and notices do not change the form")
    func undisturbed() {
        var viewing = adopting()
        viewing.type("Re")
        viewing.show(SampleScreens.dogs(.ready, ["Zeus"]))
        viewing.take(.source(page: 0, .notice(Notice("somebody moved in"))))
        viewing.type("x")
        #expect(viewing.text.contains("Name   Rex"))
        #expect(viewing.text.contains("Zeus Bulldog"))
    }

    @Test("The form of a row's button begins with the row's values")
    func prefilled() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("m2")
        #expect(viewing.text.contains("Name  Alfred Bulldog"))
        viewing.press(.control("u"))
        viewing.type("Zeus")
        viewing.press(.enter)
        #expect(viewing.performed == ["rename id=1 name=Zeus revision=1"])
    }

    @Test("A form that opens again shows its draft, unless its values were sent successfully")
    func drafts() {
        var viewing = adopting()
        viewing.type("Rex")
        viewing.press(.escape)
        viewing.type("n")
        #expect(viewing.text.contains("Name   Rex"))
        viewing.press(.tab)
        viewing.type("b")
        viewing.press(.tab)
        viewing.type("3")
        viewing.press(.enter)
        viewing.end(viewing.lastCall)
        viewing.type("n")
        #expect(!viewing.text.contains("Rex"))
    }

    @Test("The focus cycles through the form's fields and both buttons")
    func focus() {
        var viewing = adopting()
        viewing.press(KeyPress(.tab, .shift))
        #expect(viewing.text.contains("❯ Cancel"))
        viewing.press(KeyPress(.tab, .shift))
        #expect(viewing.text.contains("❯ Adopt a dog"))
        viewing.press(.tab, .enter)
        #expect(!viewing.text.contains("╭"))
    }

    @Test("Cancel forgets the typed text, and Esc keeps it")
    func cancel() {
        var viewing = adopting()
        viewing.type("Rex")
        viewing.press(.escape, .character("n"))
        #expect(viewing.text.contains("Rex"))
        viewing.press(KeyPress(.tab, .shift))
        viewing.press(.enter, .character("n"))
        #expect(!viewing.text.contains("Rex"))
    }

    @Test("A click on Cancel forgets the typed text")
    func clickOnCancel() {
        var viewing = adopting()
        viewing.type("Rex")
        viewing.click("Cancel")
        viewing.type("n")
        #expect(!viewing.text.contains("Rex"))
    }

    @Test("The buttons of a form and of a question stay inside its frame on a narrow terminal", arguments: 16...34)
    func narrow(columns: Int) {
        var viewing = Viewing(columns: columns, lines: 24)
        viewing.show(SampleScreens.dogs())
        for key in "nx" {
            viewing.press(.character(key))
            let frame = viewing.lines.filter { $0.contains("│") && !$0.contains("┃") }
            #expect(!frame.isEmpty)
            #expect(frame.allSatisfy { $0.count { $0 == "│" } == 2 }, "\(viewing.text)")
            #expect(columns < 24 || viewing.text.contains("Cancel"))
            viewing.press(.escape)
        }
    }

    @Test("A question about the selected row says so if the cursor is on another row")
    func selectedElsewhere() {
        for (selected, isSaid) in [("1", false), ("2", true)] {
            var viewing = Viewing(SampleDesk.manifest)
            let rows = [Row(id: "1", title: "Emil"), Row(id: "2", title: "Tisch")]
            let list = Element.list(id: "l", rows: rows, select: SampleDesk.select, selected: selected)
            let name = rows.first { $0.id == selected }?.title ?? ""
            let delete = Button(SampleDesk.clear, role: .destructive, confirm: "Delete \(name)?")
            viewing.show(SampleDesk.screen(list, buttons: [delete]))
            viewing.type("x")
            #expect(viewing.text.contains("Delete \(name)?"))
            #expect(viewing.text.contains("“Tisch” is selected (✓). The cursor is on “Emil”.") == isSaid)
        }
    }

    @Test("A notice never covers a form")
    func notice() {
        var viewing = Viewing(columns: 44, lines: 14)
        viewing.show(SampleScreens.dogs())
        let text = String(repeating: "something has happened ", count: 4)
        viewing.take(.source(page: 0, .notice(Notice(text, tone: .positive))))
        viewing.type("n")
        #expect(viewing.text.contains("Cancel") && viewing.lines.contains { $0.contains("╰───") })
    }

    @Test("Pasted lines become one line, and control characters become visible characters")
    func pasting() {
        var viewing = adopting()
        viewing.press(.paste("Rex\nthe \u{1B}[31mgreat"))
        #expect(viewing.text.contains("Name   Rex the ␛[31mgreat"))
    }

    @Test("The palette finds actions and features by scattered letters and lists the best match first")
    func palette() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.press(.control("p"))
        viewing.type("adg")
        viewing.press(.enter)
        #expect(viewing.text.contains("╭─ Adopt a dog"))
        viewing.press(.escape, .character(":"))
        viewing.type("great houses")
        viewing.press(.enter)
        #expect(viewing.openedPage == 1)
        viewing.press(.character(":"))
        viewing.type("back")
        viewing.press(.enter, .character(":"))
        viewing.type("quit")
        viewing.press(.enter)
        #expect(viewing.hasLeft)
    }
}
