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
        viewing.type("y")
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
