import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Forms on a terminal", .timeLimit(.minutes(5)))
struct FormTests {
    private func adopting() -> Viewing {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("1")
        return viewing
    }

    @Test("What is typed is sent with its types, choices by arrows or their first letter")
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

    @Test("A letter chooses, again the next of those that begin so")
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

    @Test("What breaks a rule is said beside its field, nothing is sent, the first wrong field has the focus")
    func rules() {
        var viewing = adopting()
        viewing.press(.tab, .tab)
        viewing.type("99")
        viewing.press(.enter)
        #expect(viewing.performed == [])
        #expect(viewing.text.contains("✗ expected text of 1 to 40 characters, got \"\""))
        #expect(viewing.text.contains("✗ expected a whole number from 0 to 30, got 99"))
        viewing.type("Rex")
        #expect(!viewing.text.contains("✗ expected text"))
        #expect(viewing.text.contains("Name   Rex"))
    }

    @Test("A field that is left is checked; one that is still empty is not called wrong")
    func leaving() {
        var viewing = adopting()
        viewing.press(.tab, .tab)
        #expect(!viewing.text.contains("✗"))
        viewing.type("x")
        viewing.press(.tab)
        #expect(viewing.text.contains("✗ expected a whole number from 0 to 30, got \"x\""))
    }

    @Test("What a presenter refuses stands beside its field, and what was typed is kept")
    func refused() {
        var viewing = adopting()
        viewing.type("Rex")
        viewing.press(.tab)
        viewing.type("b")
        viewing.press(.tab)
        viewing.type("3")
        viewing.press(.enter)
        // What is under way is not changed.
        viewing.type("x")
        viewing.end(viewing.lastCall, InputRefused(["name": "another dog is called \"Rex\""]))
        #expect(viewing.text.contains("✗ another dog is called \"Rex\""))
        viewing.type("y")
        viewing.press(.control("s"))
        #expect(viewing.performed.last == "adopt age=3 breed=Bulldog name=Rexy")
    }

    @Test("Frames and notices that come meanwhile disturb nothing that is typed")
    func undisturbed() {
        var viewing = adopting()
        viewing.type("Re")
        viewing.show(SampleScreens.dogs(.ready, ["Zeus"]))
        viewing.take(.source(page: 0, .notice(Notice("somebody moved in"))))
        viewing.type("x")
        #expect(viewing.text.contains("Name   Rex"))
        #expect(viewing.text.contains("Zeus Bulldog"))
    }

    @Test("A row's form begins with the row's values")
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

    @Test("What was typed and not sent is there when the form is opened again, until it was sent well")
    func drafts() {
        var viewing = adopting()
        viewing.type("Rex")
        viewing.press(.escape)
        viewing.type("1")
        #expect(viewing.text.contains("Name   Rex"))
        viewing.press(.tab)
        viewing.type("b")
        viewing.press(.tab)
        viewing.type("3")
        viewing.press(.enter)
        viewing.end(viewing.lastCall)
        viewing.type("1")
        #expect(!viewing.text.contains("Rex"))
    }

    @Test("The focus goes round, over what sends and what cancels")
    func focus() {
        var viewing = adopting()
        viewing.press(KeyPress(.tab, .shift))
        #expect(viewing.text.contains("❯ Cancel"))
        viewing.press(KeyPress(.tab, .shift))
        #expect(viewing.text.contains("❯ Adopt a dog"))
        viewing.press(.tab, .enter)
        #expect(!viewing.text.contains("╭"))
    }

    @Test("Pasted lines become one, and what they carry is shown, not sent")
    func pasting() {
        var viewing = adopting()
        viewing.press(.paste("Rex\nthe \u{1B}[31mgreat"))
        #expect(viewing.text.contains("Name   Rex the ␛[31mgreat"))
    }

    @Test("The palette finds every action and feature by scattered letters, the likeliest first")
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
