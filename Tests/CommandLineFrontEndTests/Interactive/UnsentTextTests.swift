import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Text that was typed and not sent", .timeLimit(.minutes(5)))
struct UnsentTextTests {
    /// Returns a view with a draft of the form that renames Alfred.
    private func drafting() -> Viewing {
        var viewing = Viewing(columns: 120)
        viewing.show(SampleScreens.dogs())
        viewing.type("e!")
        viewing.press(.escape)
        return viewing
    }

    /// The list without Alfred.
    private var rest: Screen {
        var screen = SampleScreens.dogs()
        screen.elements = [
            .list(id: "dogs", rows: [SampleScreens.dog("2", "Vinny", age: 1), SampleScreens.dog("3", "Lucky", age: 2)])
        ]
        return screen
    }

    @Test("If the row of a draft is removed, a notice names the row and the text")
    func rowGone() {
        var viewing = drafting()
        viewing.show(rest)
        #expect(
            viewing.text.contains(
                "! This record is gone: Alfred Bulldog. Your text was not sent: “Alfred Bulldog!”"))
        // The text is still not sent, so leaving asks about it.
        viewing.type("q")
        #expect(!viewing.hasLeft && viewing.text.contains("Typed text is not sent: “Alfred Bulldog!”"))
    }

    @Test("A draft whose row comes back is shown again")
    func rowBack() {
        var viewing = drafting()
        viewing.show(rest)
        viewing.show(SampleScreens.dogs())
        viewing.type("q")
        #expect(!viewing.hasLeft)
        viewing.press(.home, .character("e"))
        #expect(viewing.text.contains("Alfred Bulldog!"))
    }

    @Test("A search that hides the row of a draft loses nothing")
    func hidden() {
        var viewing = Viewing(FlockFeature.manifest)
        func show(_ place: [String: FieldValue]) {
            var screen = FlockFeature.screen(at: place)
            guard case .list(var list) = screen.elements[1] else {
                Issue.record("expected a list, got \(screen.elements[1])")
                return
            }
            for index in list.rows.indices {
                list.rows[index].buttons = [Button(action: "find", title: "Name", arguments: ["lively": true])]
            }
            screen.elements[1] = .list(list)
            viewing.show(screen)
        }
        show([:])
        viewing.type("ex")
        viewing.press(.escape)
        show(["words": "t"])
        #expect(!viewing.text.contains("gone") && !viewing.text.contains("no longer"))
    }

    @Test("If the record of a page is removed, a notice names the record and the text")
    func recordGone() {
        var viewing = Viewing(columns: 120)
        let rename = Button(SampleScreens.rename, arguments: ["id": "1", "revision": 1])
        let up = FeatureLink(feature: "doggy", title: "Doggies")
        viewing.show(Screen(title: "Alfred", phase: .ready, buttons: [rename], up: up))
        viewing.type("eZeus")
        viewing.press(.escape)
        viewing.show(Screen(title: "Alfred", phase: .ready, up: up))
        #expect(viewing.text.contains("This record is gone: Alfred. Your text was not sent: “Zeus”"))
    }

    @Test("The form of a removed row says once what was typed when it is closed")
    func formOfGoneRow() {
        var viewing = Viewing(columns: 120)
        viewing.show(SampleScreens.dogs())
        viewing.type("e!")
        viewing.show(rest)
        viewing.press(.escape)
        #expect(viewing.text.contains("Your text was not sent: “Alfred Bulldog!”"))
        viewing.show(rest)
        viewing.wait(.seconds(10))
        #expect(!viewing.text.contains("not sent"))
    }

    @Test(
        "With text that was not sent, q and Ctrl-C ask once, and the second key leaves",
        arguments: [KeyPress(.character("q")), .control("c")])
    func leaving(press: KeyPress) {
        var viewing = drafting()
        viewing.press(press)
        let name = press.key == .character("q") ? "q" : "Ctrl-C"
        #expect(!viewing.hasLeft)
        #expect(viewing.text.contains("Typed text is not sent: “Alfred Bulldog!”. \(name) again quits."))
        viewing.press(press)
        #expect(viewing.hasLeft)
    }

    @Test("Ctrl-C in a form with typed text asks once, and in a form without typed text leaves")
    func leavingForm() {
        for text in ["", "Rex"] {
            var viewing = Viewing()
            viewing.show(SampleScreens.dogs())
            viewing.type("n" + text)
            viewing.press(.control("c"))
            #expect(viewing.hasLeft == text.isEmpty)
            viewing.press(.control("c"))
            #expect(viewing.hasLeft)
        }
    }

    @Test("Leaving asks about a form of the page that waits for its button")
    func leavingForms() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(.form(SampleDesk.flight())))
        viewing.press(.control("c"))
        #expect(viewing.hasLeft)
        viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(.form(SampleDesk.flight())))
        viewing.press(.tab, .right, .escape)
        viewing.type("q")
        #expect(!viewing.hasLeft && viewing.text.contains("Typed text is not sent: “One way”"))
    }

    @Test("Text in a form of the page stays when an ended session starts anew, even if the first attempt fails")
    func restarted() {
        var viewing = Viewing(SampleDesk.manifest, catalogue: [SampleDesk.manifest])
        viewing.show(SampleDesk.screen())
        viewing.show(SampleDesk.screen(.form(SampleDesk.flight())))
        viewing.press(.tab, .tab, .tab, .tab)
        viewing.type("win")
        // The session ends while the form is being sent, so it is unknown whether the text has arrived.
        viewing.press(.control("s"))
        #expect(viewing.performed == ["book @flight seat=window"])
        viewing.press(.escape)
        let ended = FeatureError(.closed, "the session has ended")
        viewing.take(.source(page: 0, .failed(ended)))
        viewing.type("r")
        viewing.take(.source(page: 1, .failed(FeatureError(.serviceUnavailable, "no answer"))))
        #expect(viewing.text.contains("window"))
        viewing.type("r")
        // The revisions of the new session begin again.
        let screen = SampleDesk.screen(.form(SampleDesk.flight()))
        viewing.take(.source(page: 2, .frame(Frame(session: "t", feature: "desk", revision: 1, screen: screen))))
        #expect(viewing.text.contains("window") && !viewing.text.contains("session has ended"))
        viewing.type("q")
        #expect(!viewing.hasLeft && viewing.text.contains("Typed text is not sent: “window”."))
        // The text can be sent to the new session.
        viewing.press(.tab, .tab, .tab, .tab)
        viewing.press(.control("s"))
        #expect(viewing.performed.last == "book @flight seat=window")
    }

    @Test(
        "Esc out of a form with typed text says that the draft is kept and which key opens it, and its button is marked"
    )
    func kept() {
        var viewing = drafting()
        #expect(
            viewing.text.contains("Draft kept: e opens it again.") && viewing.lines.last?.contains("e Rename…*") == true
        )
        viewing.press(.down)
        #expect(viewing.lines.last?.contains("e Rename…  ") == true)
        viewing.press(.up, .character("?"))
        #expect(viewing.text.contains("Rename…*") && viewing.text.contains("a draft is kept"))
        viewing.press(.escape, .character("m"))
        #expect(viewing.text.contains("Rename*"))
        viewing.press(.escape, .character("e"), .enter)
        viewing.end(viewing.lastCall, revision: viewing.revision)
        #expect(viewing.lines.last?.contains("e Rename…  ") == true && !viewing.text.contains("Draft kept"))
    }

    @Test("A cancelled form leaves no mark, and a form without typed text says nothing")
    func cancelled() {
        var viewing = drafting()
        viewing.type("e")
        viewing.press(KeyPress(.tab, .shift))
        viewing.press(.enter)
        #expect(!viewing.text.contains("*"))
        viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.press(.character("n"), .escape)
        #expect(!viewing.text.contains("Draft kept") && !viewing.text.contains("*"))
    }

    @Test("The draft of an action without a key is opened by the menu or by the commands")
    func keyless() {
        var viewing = Viewing(columns: 120)
        viewing.show(SampleScreens.dogs())
        viewing.type(":register")
        viewing.press(.enter, .character("x"), .escape)
        #expect(viewing.text.contains("Draft kept: the commands (:) open it again."))
        viewing.type(":draft")
        viewing.press(.enter)
        #expect(viewing.text.contains("Register (draft)"))
        var screen = SampleScreens.dogs()
        screen.buttons.append(Button(SampleScreens.register))
        viewing = Viewing()
        viewing.show(screen)
        viewing.type("m")
        viewing.press(.end, .enter, .character("x"), .escape)
        #expect(viewing.text.contains("Draft kept: m opens it again."))
    }

    @Test("Leaving asks about a text that a form in place keeps back, but not about what a person searches for")
    func keptBack() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.temperature())
        viewing.press(.tab)
        viewing.type("jj")
        viewing.press(.control("c"))
        #expect(!viewing.hasLeft && viewing.text.contains("Typed text is not sent: “20jj”."))
        viewing.press(.control("c"))
        #expect(viewing.hasLeft)
        var search = Viewing(FlockFeature.manifest)
        search.show(FlockFeature.screen(at: [:]))
        search.type("/dolly")
        search.press(.control("c"))
        #expect(search.hasLeft)
    }

    @Test("A secret is asked about without showing it, and is not kept as a draft")
    func secret() {
        let sign = Action("sign", "Sign in", fields: Field<String>("name", "Name"), Field<Secret>("word", "Password"))
        let manifest = FeatureManifest(id: "desk", title: "Desk", summary: "", actions: sign)
        var viewing = Viewing(manifest)
        viewing.show(Screen(title: "Desk", phase: .ready, buttons: [Button(sign, role: .primary)]))
        viewing.press(.character("n"), .tab)
        viewing.type("zebra")
        viewing.press(.control("c"))
        #expect(!viewing.hasLeft && viewing.text.contains("Typed text is not sent: “•••”."))
        viewing.press(.escape)
        #expect(!viewing.text.contains("Draft kept") && !viewing.text.contains("zebra"))
        viewing.type("n")
        #expect(!viewing.text.contains("(draft)"))
    }

    @Test("Text that was sent is not asked about")
    func sent() {
        var viewing = drafting()
        viewing.type("e")
        viewing.press(.enter)
        viewing.end(viewing.lastCall)
        viewing.type("q")
        #expect(viewing.hasLeft)
    }

    @Test("A draft belongs to its place: another page of the place shows it again, and no other place does")
    func places() {
        func dog(_ id: String) -> Screen {
            let rename = Button(SampleScreens.rename, arguments: ["id": .text(id), "revision": 1])
            var screen = Screen(title: "Dog \(id)", phase: .ready, buttons: [rename])
            screen.up = FeatureLink(feature: "doggy", title: "Doggies")
            screen.address = ["id": .text(id)]
            return screen
        }
        var viewing = Viewing()
        var list = Screen(
            title: "Doggies", phase: .ready,
            elements: [
                .list(
                    id: "dogs",
                    rows: ["1", "2"].map {
                        Row(
                            id: $0, title: "Dog \($0)", opens: FeatureLink(feature: "doggy", options: ["id": .text($0)])
                        )
                    })
            ])
        list.address = [:]
        viewing.show(list)
        for (id, page, hasDraft) in [("1", 1, false), ("1", 2, true), ("2", 3, false)] {
            if id == "2" { viewing.press(.down) }
            viewing.press(.enter)
            viewing.find(.launch)
            viewing.show(dog(id), page: page)
            viewing.type("e")
            #expect(viewing.text.contains("(draft)") == hasDraft, "page \(page)")
            viewing.type("x")
            viewing.press(.escape, .escape)
        }
    }

    @Test("The view asks again if the question about unsent text is no longer in sight")
    func forgotten() {
        var viewing = drafting()
        viewing.type("q")
        viewing.wait(.seconds(15))
        #expect(!viewing.text.contains("Typed text is not sent"))
        viewing.type("q")
        #expect(viewing.text.contains("Typed text is not sent") && !viewing.hasLeft)
        viewing.type("q")
        #expect(viewing.hasLeft)
    }
}
