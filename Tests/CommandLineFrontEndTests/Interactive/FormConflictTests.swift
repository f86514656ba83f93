import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Forms on a terminal whose record other people change", .timeLimit(.minutes(5)))
struct FormConflictTests {
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
            #expect(viewing.text.contains("Their value: Bert") && viewing.text.contains("^T take theirs"))
            #expect(viewing.text.contains("Keep mine") && viewing.text.contains("^K keep mine"))
            // Nothing replaces the other person's value because a key is pressed twice.
            viewing.press(.enter, .enter)
            viewing.press(.control("s"))
            #expect(
                viewing.performed.count == 1 && viewing.text.contains("✗ Changed by another person. Choose “Keep mine”")
            )
            viewing.press(.control(takesTheirs ? "t" : "k"))
            #expect(viewing.text.contains(takesTheirs ? "Name  Bert" : "Name  Zeus"))
            #expect(!viewing.text.contains("Theirs") && !viewing.text.contains("Another person"))
            viewing.press(.enter)
            let name = takesTheirs ? "Bert" : "Zeus"
            #expect(viewing.performed == ["rename id=1 name=Zeus revision=1", "rename id=1 name=\(name) revision=2"])
        }
    }

    @Test("The Enter key decides only about the value that the focused button has shown")
    func unseenValue() {
        for isDecided in [false, true] {
            var viewing = Viewing()
            viewing.show(dog("Alfred", revision: 1))
            viewing.type("e!")
            viewing.show(dog("Bert", revision: 2))
            viewing.press(.tab)
            if isDecided {
                viewing.press(.enter)
                #expect(!viewing.text.contains("Theirs"))
            }
            viewing.show(dog("Cid", revision: 3))
            viewing.press(.enter, .enter)
            #expect(viewing.text.contains("Their value: Cid"), "\(isDecided)")
            #expect(viewing.performed.isEmpty)
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
        viewing.click("Take theirs")
        #expect(viewing.text.contains("Name  Bert"))
        viewing.press(.control("s"))
        #expect(viewing.performed.last == "rename id=1 name=Bert revision=2")
    }

    @Test("The tab key and the mouse reach the two buttons, and Enter never decides by itself")
    func buttons() {
        for (keys, name) in [(1, "Alfred!"), (2, "Bert")] {
            for isClicked in [false, true] {
                var viewing = Viewing()
                viewing.show(dog("Alfred", revision: 1))
                viewing.type("e!")
                viewing.show(dog("Bert", revision: 2))
                #expect(viewing.text.contains("Changed by another person. Their value: Bert"))
                viewing.press(.enter, .enter)
                #expect(viewing.performed.isEmpty && viewing.text.contains("Their value: Bert"))
                if isClicked {
                    viewing.click(keys == 1 ? "Keep mine" : "Take theirs")
                } else {
                    for _ in 0..<keys { viewing.press(.tab) }
                    // A letter belongs to the text, which does not have the focus.
                    viewing.type("z")
                    viewing.press(.enter)
                }
                #expect(viewing.text.contains("Name  \(name)") && !viewing.text.contains("Theirs"))
                viewing.press(.enter)
                #expect(viewing.performed == ["rename id=1 name=\(name) revision=2"])
            }
        }
    }

    @Test("Shift-Tab and the arrow keys go back from the buttons to the text")
    func backFromButtons() {
        var viewing = Viewing()
        viewing.show(dog("Alfred", revision: 1))
        viewing.type("e!")
        viewing.show(dog("Bert", revision: 2))
        viewing.press(.tab, .right, .left, .right)
        #expect(viewing.text.contains("❯ Take theirs") && viewing.text.contains("↵ Take theirs"))
        viewing.press(.tab)
        #expect(viewing.text.contains("❯ Save"))
        viewing.press(KeyPress(.tab, .shift))
        #expect(viewing.text.contains("❯ Take theirs"))
        viewing.press(KeyPress(.tab, .shift))
        viewing.press(KeyPress(.tab, .shift))
        viewing.type("?")
        #expect(viewing.text.contains("Name  Alfred!?"))
        // The next value of the other person is said at once, and the focus leaves the button of the value before it.
        viewing.press(.tab)
        #expect(viewing.text.contains("❯ Keep mine"))
        viewing.show(dog("Cid", revision: 3))
        #expect(viewing.text.contains("Their value: Cid") && viewing.text.contains("Keep mine"))
        #expect(!viewing.text.contains("❯ Keep mine"))
        viewing.show(dog("Alfred!?", revision: 4))
        #expect(!viewing.text.contains("Keep mine"))
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
        #expect(viewing.text.contains("Name  Alfred!") && viewing.text.contains("Their value: Bert"))
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
            #expect(viewing.text.contains("Their value: Cid") != decides)
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
        #expect(viewing.text.contains("Name  Alfred!") && viewing.text.contains("Their value: Bert"))
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
            #expect(viewing.text.contains("Their value: Bert") == (name == "Bert"))
            viewing.type("y")
            #expect(viewing.performed == (name == "Bert" ? [] : ["adopt age=4 breed=Bulldog name=Alfredx"]))
        }
    }
}
