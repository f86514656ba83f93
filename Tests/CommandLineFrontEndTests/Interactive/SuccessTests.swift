import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Success on a terminal", .timeLimit(.minutes(5)))
struct SuccessTests {
    @Test("The view says that a form or a question had success, for a few seconds")
    func asked() {
        var viewing = Viewing.ofDogs()
        viewing.adoptRex()
        #expect(!viewing.text.contains("done"))
        viewing.end(viewing.lastCall, revision: 2)
        #expect(viewing.text.contains("✓ Adopt a dog: done"))
        viewing.type("x")
        #expect(viewing.text.contains("Release Alfred Bulldog?"))
        viewing.type("y")
        #expect(!viewing.text.contains("Adopt a dog: done"))
        viewing.end(viewing.lastCall, revision: 3)
        #expect(viewing.text.contains("✓ Alfred Bulldog was released."))
        viewing.wait(.seconds(5))
        #expect(!viewing.text.contains("done"))
    }

    @Test("The view says nothing about a failure, and nothing if the session has a notice or the person goes elsewhere")
    func quiet() {
        var viewing = Viewing.ofDogs()
        viewing.adoptRex()
        viewing.end(viewing.lastCall, FeatureError(.featureFault, "no room"))
        #expect(viewing.text.contains("no room") && !viewing.text.contains(": done"))
        viewing.press(.control("s"))
        viewing.take(.source(page: 0, .notice(Notice("Rex moved in", tone: .positive))))
        viewing.end(viewing.lastCall, revision: 2)
        #expect(viewing.text.contains("Rex moved in") && !viewing.text.contains(": done"))
        viewing.adoptRex()
        viewing.end(viewing.lastCall, revision: 2)
        #expect(viewing.text.contains(": done"))
        viewing.take(.source(page: 0, .notice(Notice("Rex moved in", tone: .positive))))
        #expect(viewing.text.contains("Rex moved in") && !viewing.text.contains(": done"))
        viewing.adoptRex()
        viewing.end(viewing.lastCall, revision: 2, opens: FeatureLink(feature: "house"))
        viewing.press(.escape)
        #expect(!viewing.text.contains(": done"))
    }

    @Test(
        "A page's button that has changed the screen says no more, and one that has changed nothing says that it is done"
    )
    func pressed() {
        var viewing = Viewing.ofDogs()
        viewing.type("r")
        viewing.show(SampleScreens.dogs())
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(!viewing.text.contains(": done"))
        viewing.type("r")
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.text.contains("Refresh: done, nothing changed on this page"))
    }

    @Test("A row's button says its success, also if the row has changed")
    func pressedOnRow() {
        var viewing = Viewing.ofDogs()
        viewing.press(.down)
        viewing.type("1")
        viewing.show(SampleScreens.dogs(.ready, ["Alfred", "Bert", "Lucky"]))
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.text.contains("✓ Birthday Bert Doberman: done"))
        viewing.type("1")
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.text.contains("Birthday Bert Doberman: done, nothing changed on this page"))
    }

    @Test("Messages about success and failure go when the person goes to another place, and notices of a session stay")
    func places() {
        var viewing = Viewing(SampleScreens.user)
        viewing.show(SampleScreens.users)
        func fail() {
            viewing.type("r")
            viewing.end(viewing.lastCall, FeatureError(.featureFault, "no luck"))
            viewing.take(.source(page: 0, .notice(Notice("Rex moved in", tone: .positive))))
            #expect(viewing.text.contains("✗ no luck") && viewing.text.contains("Rex moved in"))
        }
        fail()
        viewing.press(.right)
        #expect(!viewing.text.contains("no luck") && viewing.text.contains("Rex moved in"))
        viewing.show(SampleScreens.houses, page: 1)
        viewing.take(.key(KeyPress(.character("y"))))
        #expect(viewing.text.contains("Row copied"))
        viewing.press(.escape)
        #expect(!viewing.text.contains("Row copied") && viewing.text.contains("Rex moved in"))
        // A success that comes after the person has left its place is not said elsewhere.
        viewing.type("r")
        let call = viewing.lastCall
        viewing.press(.right)
        viewing.end(call, revision: viewing.revision)
        #expect(!viewing.text.contains("Refresh: done"))
    }

    @Test("A session that shows another place drops the messages too")
    func placeInSession() {
        var viewing = Viewing(SampleScreens.user)
        viewing.show(SampleScreens.users)
        viewing.type("r")
        viewing.end(viewing.lastCall, FeatureError(.featureFault, "no luck"))
        viewing.press(.enter)
        viewing.show(SampleScreens.houses, page: 1)
        viewing.type("r")
        viewing.end(viewing.lastCall, FeatureError(.featureFault, "no luck"))
        viewing.press(.control("p"))
        viewing.type("houses")
        viewing.press(.enter)
        viewing.find(.call(Call("browse")), from: ["a": "b"])
        #expect(viewing.text.contains("no luck"))
        viewing.show(SampleScreens.noUsers, page: 1)
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(!viewing.text.contains("no luck"))
    }

    @Test("The words about an action go away with the next action, also if the first one ended late")
    func late() {
        var viewing = Viewing.ofDogs()
        viewing.type("xy")
        let release = viewing.lastCall
        viewing.type("1")
        viewing.end(release, revision: 2)
        #expect(viewing.text.contains("✓ Alfred Bulldog was released."))
        viewing.show(SampleScreens.dogs())
        viewing.show(SampleScreens.dogs())
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(!viewing.text.contains("was released"))
    }

    @Test("The words have the new title of a row as soon as the frame with the effect is shown")
    func lateFrame() {
        var viewing = Viewing.ofDogs()
        viewing.type("2")
        viewing.press(.control("a"))
        viewing.type("Bert")
        viewing.press(.control("s"))
        viewing.end(viewing.lastCall, revision: viewing.revision + 1)
        #expect(viewing.text.contains("✓ Alfred Bulldog was renamed."))
        viewing.show(SampleScreens.dogs(.ready, ["Bert", "Vinny", "Lucky"]))
        #expect(viewing.text.contains("✓ Bert Bulldog was renamed."))
        #expect(!viewing.text.contains("Alfred Bulldog was renamed."))
    }

    @Test("An action whose session ends before the answer is named")
    func ended() {
        var viewing = Viewing.ofDogs()
        viewing.type("1")
        viewing.end(viewing.lastCall, FeatureError(.closed, "the session has ended"))
        #expect(viewing.text.contains("✗ “Birthday Alfred Bulldog” may not have been done: the session has ended"))
    }

    @Test("A deleted record leads back to its list, which says the success")
    func deleted() {
        var viewing = Viewing()
        let (release, up) = (SampleScreens.release, FeatureLink(feature: "doggy", title: "Doggies"))
        let alfred = Row(id: "1", title: "Alfred", opens: FeatureLink(feature: "doggy", options: ["record": "1"]))
        let list = Screen(title: "Doggies", phase: .ready, elements: [.list(id: "dogs", rows: [alfred])])
        viewing.show(list)
        viewing.press(.enter)
        viewing.find(.call(Call("visit")), from: [:])
        let button = Button(release, arguments: ["id": "1", "revision": 1], role: .destructive)
        viewing.show(Screen(title: "Alfred", phase: .ready, buttons: [button], up: up))
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.lines.first?.contains("Doggies › Alfred") == true)
        viewing.type("xy")
        viewing.end(viewing.lastCall, revision: viewing.revision, opens: up)
        viewing.find(.call(Call("browse")), from: ["record": "1"])
        viewing.show(list)
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.lines.first?.hasPrefix(" Doggies ") == true)
        #expect(viewing.text.contains("✓ Alfred was released."))
    }

    @Test("At most two notices are shown, and three on a tall terminal", arguments: [(24, 2), (36, 3)])
    func several(lines: Int, shown: Int) {
        var viewing = Viewing(lines: lines)
        viewing.show(SampleScreens.dogs())
        for number in 1...4 {
            viewing.take(.source(page: 0, .notice(Notice("Notice \(number)", tone: .positive))))
        }
        #expect(viewing.lines.count { $0.contains("Notice") } == shown)
        #expect(viewing.text.contains("Notice 4"))
    }

    @Test("After an action that adds a row, the cursor is on the new row")
    func newRow() {
        var viewing = Viewing.ofDogs()
        viewing.adoptRex()
        viewing.show(SampleScreens.dogs(.ready, ["Alfred", "Vinny", "Lucky", "Rex"]))
        #expect(viewing.state.selectedRow == "1")
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.state.selectedRow == "4")
        // The answer can come before its frame.
        viewing.adoptRex()
        viewing.end(viewing.lastCall, revision: viewing.revision + 1)
        #expect(viewing.state.selectedRow == "4")
        viewing.show(SampleScreens.dogs(.ready, ["Alfred", "Vinny", "Lucky", "Rex", "Rex"]))
        #expect(viewing.state.selectedRow == "5")
        // A row that another person has added moves nothing.
        viewing.show(SampleScreens.dogs(.ready, ["Alfred", "Vinny", "Lucky", "Rex", "Rex", "Zeus"]))
        #expect(viewing.state.selectedRow == "5")
        // Nor does a row that comes after a refresh.
        viewing.type("r")
        viewing.end(viewing.lastCall, revision: viewing.revision + 1)
        viewing.show(SampleScreens.dogs(.ready, ["Alfred", "Vinny", "Lucky", "Rex", "Rex", "Zeus", "Bo"]))
        #expect(viewing.state.selectedRow == "5")
    }

    @Test("After an action whose new row is not loaded, the view names what was added")
    func newRowElsewhere() throws {
        var viewing = Viewing()
        var screen = SampleScreens.kennel(50)
        var list = try #require(screen.lists.first)
        list.more = Button(SampleScreens.more)
        screen.elements = [.list(list)]
        viewing.show(screen)
        viewing.adoptRex()
        viewing.end(viewing.lastCall, revision: viewing.revision + 1)
        #expect(viewing.text.contains("✓ Adopt a dog: done"))
        list.total = .init(501)
        screen.elements = [.list(list)]
        viewing.show(screen)
        #expect(viewing.text.contains("✓ Adopt a dog: done. “Rex” is not among the rows loaded."))
    }

    @Test("The view says that a form of the page had success, unless the form sends each change")
    func inPlace() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(.form(SampleDesk.flight())))
        viewing.press(.tab)
        viewing.press(.control("s"))
        viewing.end(viewing.lastCall, revision: 2)
        #expect(viewing.text.contains("✓ Book: done"))
        viewing.show(SampleDesk.temperature())
        viewing.wait(.seconds(5))
        viewing.press(.tab)
        viewing.type("1")
        viewing.end(viewing.lastCall, revision: 2)
        #expect(!viewing.text.contains("done"))
    }

    @Test("The keys Ctrl-S press the primary button of a page whose form sends each change")
    func main() {
        var viewing = Viewing(SampleDesk.manifest)
        func show(isEnabled: Bool) {
            var screen = SampleDesk.temperature()
            screen.buttons = [Button(SampleDesk.clear, enabled: isEnabled, role: .primary)]
            viewing.show(screen)
        }
        show(isEnabled: false)
        viewing.press(.tab)
        #expect(viewing.lines.last?.contains("^S (Clear)") == true)
        show(isEnabled: true)
        #expect(viewing.lines.last?.contains("^S Clear") == true && viewing.lines.last?.contains("F1 help") == true)
        viewing.press(.control("s"))
        #expect(viewing.performed == ["clear"])
    }

    @Test("The question of a record's page names the record")
    func record() {
        var viewing = Viewing()
        let release = Button(SampleScreens.release, arguments: ["id": "1", "revision": 1], role: .destructive)
        let up = FeatureLink(feature: "doggy", title: "Doggies")
        viewing.show(Screen(title: "Alfred", phase: .ready, buttons: [release], up: up))
        viewing.type("x")
        #expect(viewing.text.contains("Release Alfred?"))
        viewing.type("y")
        viewing.end(viewing.lastCall)
        #expect(viewing.text.contains("✓ Alfred was released."))
    }
}
