import CommandLineFrontEnd
import FeatureKit
import Foundation
import TerminalKit
import Testing

@Suite(.timeLimit(.minutes(5))) struct FieldKindTests {
    /// Returns a view in which the form of the action `order` is open and a field is focused.
    private func ordering(_ field: FieldDescription? = nil) -> Viewing {
        var viewing = Viewing(WorkshopFeature.manifest, catalogue: [], lines: 40)
        viewing.show(Screen(title: "Workshop", phase: .ready, buttons: [Button(WorkshopFeature.order)]))
        viewing.type("1")
        let index = WorkshopFeature.order.fields.firstIndex { $0.name == field?.name } ?? 0
        for _ in 0..<index { viewing.press(.tab) }
        return viewing
    }

    @Test func `A field of a kind that a later version adds is a text field`() throws {
        let json = #"""
            {"id":"paint","title":"Paint","summary":"Paints.","options":[],"actions":[{"name":"mix","title":"Mix","fields":[
            {"name":"colour","title":"Colour","kind":"colour","palette":["#f00"],"gamut":{"min":0},"required":true}]}]}
            """#
        let manifest = try JSONDecoder().decode(FeatureManifest.self, from: Data(json.utf8))
        #expect(manifest.actions[0].fields[0].kind == .text)
        var viewing = Viewing(manifest, catalogue: [], lines: 40)
        viewing.show(Screen(title: "Paint", phase: .ready, buttons: [Button(manifest.actions[0])]))
        viewing.type("1")
        viewing.type("#0f0")
        viewing.press(.control("s"))
        #expect(viewing.performed == ["mix colour=#0f0"])
    }

    @Test func `In a field of several lines, Enter adds a line, and the down key leaves the last line`() {
        var viewing = ordering()
        viewing.type("one")
        viewing.press(.enter)
        viewing.type("three")
        viewing.press(.up, .end, .enter)
        viewing.type("two")
        #expect(viewing.text.contains("Note      one"))
        #expect(viewing.text.contains("          two") && viewing.text.contains("          three"))
        viewing.press(.down, .down)
        viewing.type("35")
        viewing.press(.control("s"))
        #expect(viewing.performed == ["order labels= note=one\ntwo\nthree share=0 tags= volume=35"])
    }

    @Test func `A pasted text keeps its lines in a field of several lines and becomes one line in other fields`() {
        var viewing = ordering()
        viewing.press(.paste("a\r\nb\rc"))
        viewing.press(.tab)
        viewing.type("0")
        viewing.press(.control("s"))
        #expect(viewing.performed.first?.contains("note=a\nb\nc ") == true)
    }

    @Test func `A slider moves by its steps, stops at its ends and accepts a typed number`() {
        var viewing = ordering(WorkshopFeature.volume.description)
        viewing.press(.right)
        #expect(viewing.text.contains("Volume    0 "))
        viewing.press(.right, .right, .left, .pageUp, .right)
        #expect(viewing.text.contains("Volume    60 ") && viewing.text.contains("●"))
        viewing.press(.end, .right)
        #expect(viewing.text.contains("Volume    100 "))
        viewing.press(.home, .left, .backspace)
        viewing.type("7")
        viewing.press(.tab)
        #expect(viewing.text.contains("✗ Enter a whole number from 0 to 100 in steps of 5."))
        viewing.press(.right, .right, .right)
        #expect(viewing.text.contains("Share     0.3 "))
    }

    @Test func `The space bar ticks choices, a letter finds a choice, and choices are sent in the field's order`() {
        var viewing = ordering(WorkshopFeature.labels.description)
        viewing.type("b ")
        viewing.press(.left, .left)
        viewing.type(" ")
        #expect(
            viewing.text.contains("[x] Red") && viewing.text.contains("[ ] Green") && viewing.text.contains("[x] Blue"))
        viewing.press(.right)
        viewing.type("  ")
        viewing.press(.control("s"))
        #expect(viewing.performed == [])
        viewing.type("0")
        viewing.press(.control("s"))
        #expect(viewing.performed == ["order labels=Red, Blue note= share=0 tags= volume=0"])
    }

    @Test func `A list field whose form offers texts has a tick for each text`() {
        var viewing = Viewing(CaseFeature.manifest, catalogue: [], lines: 40)
        let form = FormElement(
            id: "watch", of: CaseFeature.watch, values: ["watchers": .texts(["Ada"])],
            choices: ["watchers": ["Ada", "Grace", "Kim"]])
        viewing.show(Screen(title: "Case", phase: .ready, elements: [.form(form)]))
        #expect(viewing.text.contains("[x] Ada  [ ] Grace  [ ] Kim"))
        viewing.press(.tab)
        viewing.type("g k ")
        #expect(viewing.text.contains("[x] Ada  [x] Grace ❯[x] Kim"))
        viewing.press(.control("s"))
        #expect(viewing.performed == ["watch @watch watchers=Ada, Grace, Kim"])
    }

    @Test func `The line-by-line view offers the texts of a list field with numbers`() async {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(["1", "2, kim", "q"])
        _ = await CommandLineProgram<CaseHost>(console: console).run(["launch", "case", "--set", "watching=true"])
        let text = recorder.text(.output)
        #expect(text.contains("(any of 1 Ada, 2 Grace, 3 Kim, with commas; - for none) [Ada]"))
        #expect(text.contains(#"watched by ["Grace", "Kim"]"#))
    }

    @Test func `A list field accepts one text on each line and shows an error for a duplicate`() {
        var viewing = ordering(WorkshopFeature.tags.description)
        viewing.type("x")
        viewing.press(.enter)
        viewing.type("x")
        viewing.press(.tab)
        #expect(viewing.text.contains("✗ Take out the second “x”."))
    }

    @Test func `A secret is sent as it was typed, but is never painted and never kept as a draft`() {
        var viewing = ordering(WorkshopFeature.password.description)
        viewing.type("hunter2")
        #expect(viewing.text.contains("Password  •••••••") && !viewing.text.contains("hunter"))
        viewing.press(.escape)
        viewing.type("1")
        #expect(!viewing.text.contains("•"))
        for _ in 0..<5 { viewing.press(.tab) }
        viewing.type("hunter2")
        viewing.press(.control("s"))
        viewing.type("0")
        viewing.press(.control("s"))
        guard case .perform(_, _, let call)? = viewing.effects.last else {
            Issue.record("nothing was sent")
            return
        }
        #expect(call.arguments["password"] == .secret(Secret("hunter2")))
        #expect(!"\(call.arguments)".contains("hunter"))
    }

    @Test("Below an invalid text that a form keeps back, the form says that nothing else changes until it is valid")
    func keptBack() {
        let note = "Until then, nothing else changes."
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.temperature())
        viewing.press(.tab)
        viewing.type("x")
        #expect(viewing.performed == [] && viewing.text.contains("✗ Enter a number. \(note)"))
        viewing.press(.backspace)
        viewing.type("1")
        #expect(viewing.performed == ["convert @t celsius=201"])
        // The server has refused this text, so the form does not keep it back.
        viewing.end(viewing.lastCall, InputRefused(["celsius": "is too cold"]))
        #expect(viewing.text.contains("✗ is too cold") && !viewing.text.contains(note))
        // A form with a button sends nothing before the button is pressed.
        viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(.form(SampleDesk.flight())))
        viewing.press(.tab, .tab, .backspace, .tab)
        #expect(viewing.text.contains("✗ Enter a date") && !viewing.text.contains(note))
    }

    @Test("The primary button of a page does not act while a form of the page keeps back an invalid text")
    func primaryButton() {
        var viewing = Viewing(SampleDesk.manifest)
        var screen = SampleDesk.temperature()
        screen.buttons = [Button(SampleDesk.clear, role: .primary)]
        viewing.show(screen)
        viewing.press(.tab)
        viewing.type("x")
        viewing.press(.control("s"))
        #expect(viewing.performed == [] && viewing.text.contains("Correct “Celsius” first"))
        viewing.press(.backspace)
        viewing.press(.control("s"))
        #expect(viewing.performed.last == "clear")
    }

    @Test(
        "In a date, the arrows go to another day, and with the shift key to another month",
        arguments: [
            ("2026-12-31", KeyPress(.up), "2027-01-01"), ("2027-01-01", KeyPress(.down), "2026-12-31"),
            ("2024-02-28", KeyPress(.up), "2024-02-29"), ("2025-03-01", KeyPress(.down), "2025-02-28"),
            ("2026-12-31", KeyPress(.up, .shift), "2027-01-31"), ("2026-01-31", KeyPress(.up, .shift), "2026-02-28"),
            ("2026-03-31", KeyPress(.down, .shift), "2026-02-28"), ("9999-12-31", KeyPress(.up), "9999-12-31"),
            ("0001-01-01", KeyPress(.down), "0001-01-01"), ("0001-01-15", KeyPress(.down, .shift), "0001-01-15"),
        ])
    func days(start: String, press: KeyPress, end: String) {
        var form = SampleDesk.flight()
        form.values["leave"] = .text(start)
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(.form(form)))
        viewing.press(.tab, .tab)
        #expect(viewing.lines.last?.contains("↑↓ day") == true)
        viewing.press(press)
        #expect(viewing.text.contains("❯ Leave   \(end)"))
    }

    @Test("The arrows leave a date field whose text is no date, in place and in a form in front")
    func noDate() {
        let leave = Action("leave", "Leave", fields: SampleDesk.leave, SampleDesk.seat)
        var viewing = Viewing(FeatureManifest(id: "desk", title: "Desk", summary: "", actions: leave))
        viewing.show(Screen(title: "Desk", phase: .ready, buttons: [Button(leave, role: .primary)]))
        viewing.type("n2026-1")
        viewing.press(.down)
        viewing.type("x")
        #expect(viewing.text.contains("Seat   x"))
        viewing.press(.up, .end)
        viewing.type("0-05")
        viewing.press(.down)
        #expect(viewing.text.contains("2026-10-04"))
    }

    @Test(
        "From 80 % of its maximum on, a text shows its length, and above the maximum with a warning",
        arguments: [(31, nil), (32, "32/40"), (40, "40/40"), (41, "! 41/40")] as [(Int, String?)])
    func length(count: Int, note: String?) {
        let text = String(repeating: "x", count: count)
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.press(.character("n"), .paste(text))
        let line = viewing.lines.first { $0.contains("Name ") } ?? ""
        #expect(line.contains("/40") == (note != nil))
        if let note { #expect(line.contains("x \(note) │") || line.contains("  \(note) │")) }
        let cells = viewing.state.painted(depth: .full).picture
        #expect(cells.contains("33;48") == (count > 40))
    }

    @Test("The length of a long text is at the end of its last line, and the cursor stays beside it")
    func longText() {
        let text = Field<String>("text", "Text", length: 1...100)
        let note = Field<String>("note", "Note", length: 0...10, lines: 1...3)
        let write = Action("write", "Write", fields: text, note)
        var viewing = Viewing(FeatureManifest(id: "desk", title: "Desk", summary: "", actions: write))
        viewing.show(Screen(title: "Desk", phase: .ready, buttons: [Button(write, role: .primary)]))
        viewing.press(.character("n"), .paste(String(repeating: "x", count: 95)))
        #expect(viewing.text.contains("xxx  95/100 "))
        let cursor = viewing.state.painted(depth: .none).cursor
        let line = viewing.lines[cursor?.line ?? 0]
        #expect(line.prefix(cursor?.column ?? 0).suffix(3) == "xxx")
        viewing.press(.tab, .paste("12345\n6789"))
        let lines = viewing.lines.filter { $0.contains("/10 ") }
        #expect(lines.count == 1 && lines.first?.contains("10/10") == true && lines.first?.contains("6789") == false)
    }
}
