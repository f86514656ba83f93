import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Forms and questions of records that the list no longer shows", .timeLimit(.minutes(5)))
struct HiddenRecordTests {
    private static let away = "! “Alfred Bulldog” is no longer in this list. ^S still sends"

    private func viewing() -> Viewing {
        var viewing = Viewing(columns: 120)
        viewing.show(SampleScreens.dogs())
        return viewing
    }

    /// The list without Alfred.
    ///
    /// - Parameter hasMore: Whether Alfred may be among the rows that are not loaded.
    private func rest(hasMore: Bool = false) -> Screen {
        var screen = SampleScreens.dogs()
        let rows = [SampleScreens.dog("2", "Vinny", age: 1), SampleScreens.dog("3", "Lucky", age: 2)]
        screen.elements = [
            .list(ListElement(id: "dogs", rows: rows, more: hasMore ? Button(SampleScreens.more) : nil))
        ]
        return screen
    }

    @Test("A form whose row is no longer in the list says so and is sent, and its text stays if the session refuses it")
    func sending() {
        var viewing = viewing()
        viewing.type("e!")
        viewing.show(rest())
        #expect(viewing.text.contains(Self.away))
        #expect(viewing.lines.last?.contains("^S send") == true && viewing.text.contains("Save     Cancel"))
        viewing.press(.control("s"))
        #expect(viewing.performed == ["rename id=1 name=Alfred Bulldog! revision=1"])
        viewing.end(viewing.lastCall, InputRefused(["id": "there is no such record"]))
        #expect(viewing.text.contains("✗ there is no such record") && viewing.text.contains(Self.away))
        #expect(viewing.text.contains("Name  Alfred Bulldog!"))
        viewing.press(.enter)
        #expect(viewing.performed.count == 2)
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(!viewing.text.contains("╭") && viewing.text.contains("Alfred Bulldog was renamed. Nothing changed"))
        // The row is not a new one, so nothing says that it is not loaded.
        #expect(!viewing.text.contains("among the rows loaded"))
    }

    @Test("An open form does not speak of an older draft of the same form")
    func openForm() {
        var viewing = viewing()
        viewing.type("e!")
        viewing.press(.escape)
        viewing.type("e?")
        viewing.show(rest())
        #expect(viewing.text.contains(Self.away) && !viewing.text.contains("Your text was not sent"))
    }

    @Test("When the row comes back, the form says nothing more about it and shows what has changed")
    func back() {
        var viewing = viewing()
        viewing.type("e!")
        viewing.show(rest())
        viewing.show(SampleScreens.dogs(.ready, ["Bert", "Vinny", "Lucky"]))
        #expect(!viewing.text.contains("no longer") && viewing.text.contains("Their value: Bert Bulldog"))
    }

    @Test("The form of a button that the page no longer has can be sent too")
    func page() {
        var viewing = Viewing(SampleScreens.game)
        viewing.show(SampleScreens.paused())
        viewing.press(.enter)
        viewing.show(Screen(title: "Game", phase: .ready))
        #expect(viewing.text.contains("! “Start Game” is no longer on this page. ^S still sends"))
        viewing.press(.control("s"))
        #expect(viewing.performed == ["start"])
    }

    @Test("On a low terminal, a form shows its field, its button and that its row is away")
    func low() {
        var viewing = Viewing(columns: 90, lines: 6)
        viewing.show(SampleScreens.dogs())
        viewing.type("e!")
        viewing.show(rest())
        let text = viewing.text
        #expect(text.contains("Name  Alfred Bulldog!") && text.contains("Cancel"))
        #expect(text.contains("! “Alfred Bulldog” is no longer in this list."))
    }

    @Test("A draft whose row is no longer in the list is opened by the commands and can be sent")
    func draft() {
        var viewing = viewing()
        viewing.type("e!")
        viewing.press(.escape)
        viewing.show(rest())
        #expect(
            viewing.text.contains(
                "! This record is gone: Alfred Bulldog. Your text was not sent: “Alfred Bulldog!”. The commands (:) open"
            ))
        viewing.type(":rename alfred")
        #expect(viewing.text.contains("Rename Alfred Bulldog  "))
        viewing.press(.enter)
        #expect(viewing.text.contains("Rename: Alfred Bulldog (draft)") && viewing.text.contains(Self.away))
        viewing.press(.control("s"))
        #expect(viewing.performed == ["rename id=1 name=Alfred Bulldog! revision=1"])
        viewing.end(viewing.lastCall, revision: viewing.revision)
        viewing.type(":alfred")
        #expect(viewing.text.contains("Nothing matches"))
    }

    @Test("The draft of another row is among the commands, and the draft of the row with the cursor is not repeated")
    func others() {
        var viewing = viewing()
        viewing.type("e!")
        viewing.press(.escape)
        viewing.type(":draft")
        #expect(viewing.text.contains("Nothing matches"))
        viewing.press(.escape, .down)
        viewing.type(":draft")
        viewing.press(.enter)
        #expect(viewing.text.contains("Rename: Alfred Bulldog (draft)") && !viewing.text.contains("no longer"))
    }

    @Test("A question stays if its row may only be hidden, and closes if the record is gone", arguments: [true, false])
    func question(mayBeHidden: Bool) {
        var viewing = viewing()
        viewing.type("x")
        viewing.show(rest(hasMore: mayBeHidden))
        #expect(viewing.text.contains("Release Alfred Bulldog?") == mayBeHidden)
        #expect(viewing.text.contains("“Alfred Bulldog” is no longer in this list.") == mayBeHidden)
        #expect(viewing.text.contains("This record is gone: Alfred Bulldog.") != mayBeHidden)
        viewing.type("y")
        #expect(viewing.performed.filter { $0 != "more" } == (mayBeHidden ? ["release id=1 revision=1"] : []))
    }

    @Test("If the record of a question is gone, the form before the question opens again, and it can be sent")
    func questionOfForm() {
        var viewing = Viewing(SampleDesk.manifest)
        func show(_ ids: [String]) {
            let rows = ids.map { id in
                let button = Button(SampleDesk.comment, arguments: ["id": .text(id)], confirm: "Tell everybody?")
                return Row(id: id, title: "Dog \(id)", buttons: [button])
            }
            viewing.show(SampleDesk.screen(.list(id: "l", rows: rows)))
        }
        show(["1", "2"])
        viewing.type("1hello")
        viewing.press(.enter)
        #expect(viewing.text.contains("Tell everybody?"))
        show(["2"])
        #expect(!viewing.text.contains("Tell everybody?") && viewing.text.contains("Text  hello"))
        #expect(viewing.text.contains("“Dog 1” is no longer in this list."))
        viewing.press(.enter, .character("y"))
        #expect(viewing.performed == ["comment id=1 text=hello"])
    }
}
