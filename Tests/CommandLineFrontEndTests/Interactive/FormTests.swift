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

    /// Returns a list with one dog.
    private func dog(_ name: String, revision: Int) -> Screen {
        let arguments: [String: FieldValue] = ["id": "1", "revision": .integer(revision)]
        let row = Row(
            id: "1", title: name, values: ["name": .text(name)],
            buttons: [Button(SampleScreens.rename, arguments: arguments)])
        return Screen(title: "Doggies", phase: .ready, elements: [.list(id: "dogs", rows: [row])])
    }

    @Test("A form that was refused because its row has changed shows the new value, and takes it or replaces it")
    func conflict() {
        for takesTheirs in [false, true] {
            var viewing = Viewing()
            viewing.show(dog("Alfred", revision: 1))
            viewing.type("e")
            viewing.press(.control("u"))
            viewing.type("Zeus")
            viewing.press(.enter)
            viewing.show(dog("Bert", revision: 2))
            #expect(!viewing.text.contains("Theirs"))
            viewing.end(viewing.lastCall, FeatureError(.featureFault, "the record has changed"))
            #expect(viewing.text.contains("Name  Zeus"))
            #expect(viewing.text.contains("Theirs: Bert. Ctrl-T takes it") && viewing.text.contains("^T take theirs"))
            // Nothing replaces the other person's value because a key is pressed twice.
            viewing.press(.enter, .enter)
            viewing.press(.control("s"))
            #expect(viewing.performed.count == 1 && viewing.text.contains("✗ Another person has changed it"))
            viewing.press(.control(takesTheirs ? "t" : "k"))
            #expect(viewing.text.contains(takesTheirs ? "Name  Bert" : "Name  Zeus"))
            #expect(!viewing.text.contains("Theirs") && !viewing.text.contains("Another person"))
            viewing.press(.enter)
            let name = takesTheirs ? "Bert" : "Zeus"
            #expect(viewing.performed == ["rename id=1 name=Zeus revision=1", "rename id=1 name=\(name) revision=2"])
        }
    }

    @Test("A frame that comes after the refusal changes the form too, and a click takes the other value")
    func lateFrame() {
        var viewing = Viewing()
        viewing.show(dog("Alfred", revision: 1))
        viewing.type("e!")
        viewing.press(.enter)
        viewing.end(viewing.lastCall, FeatureError(.featureFault, "the record has changed"))
        #expect(!viewing.text.contains("Theirs"))
        viewing.show(dog("Bert", revision: 2))
        viewing.click("Theirs")
        #expect(viewing.text.contains("Name  Bert"))
        viewing.press(.control("s"))
        #expect(viewing.performed.last == "rename id=1 name=Bert revision=2")
    }

    @Test("A field without typed text shows the new value after a refusal")
    func untyped() {
        var viewing = Viewing()
        viewing.show(dog("Alfred", revision: 1))
        viewing.type("e")
        viewing.press(.enter)
        viewing.show(dog("Bert", revision: 2))
        viewing.end(viewing.lastCall, FeatureError(.featureFault, "the record has changed"))
        #expect(viewing.text.contains("Name  Bert") && !viewing.text.contains("Theirs"))
    }

    @Test("A draft says so, and says which values have changed since it was typed")
    func changedDraft() {
        var viewing = Viewing()
        viewing.show(dog("Alfred", revision: 1))
        viewing.type("e!")
        #expect(!viewing.text.contains("(draft)"))
        viewing.press(.escape)
        viewing.type("e")
        #expect(viewing.text.contains("Rename: Alfred (draft)") && !viewing.text.contains("Theirs"))
        viewing.press(.escape)
        viewing.show(dog("Bert", revision: 2))
        viewing.type("e")
        #expect(viewing.text.contains("Name  Alfred!") && viewing.text.contains("Theirs: Bert"))
        viewing.press(.control("k"))
        viewing.press(.enter)
        #expect(viewing.performed == ["rename id=1 name=Alfred! revision=2"])
    }

    @Test("A draft of a form with a conflict has the conflict again, until the person decides")
    func undecidedDraft() {
        for decides in [false, true] {
            var viewing = Viewing()
            viewing.show(dog("Alfred", revision: 1))
            viewing.type("e!")
            viewing.show(dog("Bert", revision: 2))
            viewing.show(dog("Cid", revision: 3))
            if decides { viewing.press(.control("k")) }
            viewing.press(.escape, .character("e"))
            #expect(viewing.text.contains("Theirs: Cid") != decides)
            viewing.press(.control("s"))
            #expect(viewing.performed == (decides ? ["rename id=1 name=Alfred! revision=3"] : []))
        }
    }

    @Test("A form shows at once what another person has changed, and the reason why it could not be sent")
    func changedMeanwhile() {
        var viewing = Viewing()
        viewing.show(dog("Alfred", revision: 1))
        viewing.type("e!")
        viewing.show(dog("Bert", revision: 2))
        #expect(viewing.text.contains("Name  Alfred!") && viewing.text.contains("Theirs: Bert"))
        viewing.press(.control("k"))
        viewing.press(.enter)
        viewing.end(viewing.lastCall, InputRefused(["id": "the record has changed"]))
        #expect(viewing.text.contains("✗ the record has changed"))
        viewing.press(.enter)
        viewing.end(viewing.lastCall, FeatureError(.serviceUnavailable, "the disk is full"))
        #expect(viewing.text.contains("│ ✗ the disk is full"))
        viewing.show(Screen(title: "Doggies", phase: .ready, elements: [.list(id: "dogs", rows: [])]))
        #expect(viewing.text.contains("“Alfred” is no longer in this list"))
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

    @Test("A question follows its record: a new name is shown, and a removed record closes the question")
    func question() {
        func dog(_ name: String, revision: Int) -> Screen {
            let release = Button(
                SampleScreens.release, arguments: ["id": "1", "revision": .integer(revision)], role: .destructive)
            let row = Row(id: "1", title: name, buttons: [release])
            return Screen(title: "Doggies", phase: .ready, elements: [.list(id: "dogs", rows: [row])])
        }
        var viewing = Viewing()
        viewing.show(dog("Alfred", revision: 1))
        viewing.type("x")
        #expect(viewing.text.contains("Release Alfred?"))
        viewing.show(dog("Bert", revision: 2))
        #expect(viewing.text.contains("Release Bert?"))
        viewing.type("y")
        #expect(viewing.performed == ["release id=1 revision=2"])
        viewing.type("x")
        viewing.show(Screen(title: "Doggies", phase: .ready, elements: [.list(id: "dogs", rows: [])]))
        #expect(!viewing.text.contains("╭") && viewing.text.contains("This record is gone: Bert."))
        viewing.type("y")
        #expect(viewing.performed.count == 1)
    }

    @Test("A change of the record closes the question of its form, and an untouched field has its newest value")
    func questionOfAForm() {
        func dog(_ name: String, _ age: Int, revision: Int) -> Screen {
            let adopt = Button(
                SampleScreens.adopt, arguments: ["breed": "Bulldog"],
                values: ["name": .text(name), "age": .integer(age)],
                confirm: "Tell everybody?")
            return Screen(title: "Rex", phase: .ready, elements: [.text(id: "t", "x")], buttons: [adopt])
        }
        for name in ["Alfred", "Bert"] {
            var viewing = Viewing()
            viewing.show(dog("Alfred", 3, revision: 1))
            viewing.type("1x")
            viewing.press(.control("s"))
            #expect(viewing.text.contains("Tell everybody?"))
            viewing.show(dog(name, 4, revision: 2))
            #expect(viewing.text.contains("Tell everybody?") == (name == "Alfred"))
            #expect(viewing.text.contains("Theirs: Bert") == (name == "Bert"))
            viewing.type("y")
            #expect(viewing.performed == (name == "Bert" ? [] : ["adopt age=4 breed=Bulldog name=Alfredx"]))
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
