import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Help in every context", .timeLimit(.minutes(5)))
struct HelpTests {
    private func viewing(lines: Int = 24) -> Viewing {
        var viewing = Viewing(lines: lines)
        viewing.show(SampleScreens.dogs())
        return viewing
    }

    @Test("F1 in a form shows the form's keys, and Esc returns to the unchanged form")
    func form() {
        var viewing = viewing()
        viewing.type("nRe?")
        let before = viewing.lines
        #expect(viewing.text.contains("Name   Re?"))
        viewing.press(.function(1))
        #expect(viewing.text.contains("╭─ Keys of the form ─"))
        for words in ["Ctrl-S       Adopt a dog", "Tab Shift-Tab", "keep as draft", "Ctrl-W"] {
            #expect(viewing.text.contains(words), "\(words)")
        }
        #expect(viewing.lines.last == " Esc close  ↑↓ scroll")
        // The keys act on the help only.
        viewing.type("xyz")
        viewing.press(.tab)
        viewing.press(.escape)
        #expect(viewing.lines == before)
        viewing.type("x")
        #expect(viewing.text.contains("Name   Re?x"))
    }

    @Test("The question mark opens the help where it is no text: on a choice and on a button of a form")
    func questionMark() {
        var viewing = viewing()
        viewing.press(.character("n"), .tab, .character("?"))
        #expect(viewing.text.contains("Keys of the form") && viewing.text.contains("← →  letters"))
        viewing.press(.character("?"))
        viewing.press(KeyPress(.tab, .shift))
        viewing.press(KeyPress(.tab, .shift))
        viewing.type("?")
        #expect(viewing.text.contains("Keys of the form") && !viewing.text.contains("letters"))
    }

    @Test("A form with a conflict explains the keys of the conflict")
    func conflict() {
        var viewing = viewing()
        viewing.type("e!")
        viewing.press(.function(1))
        #expect(!viewing.text.contains("Ctrl-T"))
        viewing.press(.escape)
        viewing.show(SampleScreens.dogs(.ready, ["Bert", "Vinny", "Lucky"]))
        viewing.press(.function(1))
        #expect(viewing.text.contains("Ctrl-T") && viewing.text.contains("Ctrl-K"))
    }

    @Test(
        "Each overlay has its own help, and Esc returns to it",
        arguments: [
            ("x", KeyPress.Key.character("?"), "Keys of the question", "Release Alfred Bulldog?"),
            (":", .function(1), "Keys of the commands", "type to find"),
            ("m", .character("?"), "Keys of the menu", "Birthday"),
            ("\r", .character("?"), "Keys of the details", "Age"),
            ("/", .function(1), "Keys of the filter", "/"),
        ])
    func overlay(keys: String, help: KeyPress.Key, title: String, shown: String) {
        var viewing = viewing()
        if keys == "\r" { viewing.press(.enter) } else { viewing.type(keys) }
        let before = viewing.lines
        #expect(viewing.text.contains(shown))
        viewing.press(help)
        #expect(viewing.text.contains("╭─ \(title) ─"))
        viewing.type("yn")
        viewing.press(.escape)
        #expect(viewing.lines == before && viewing.performed == [] && viewing.copies == [])
    }

    @Test("A question mark is text in the commands and in a filter")
    func text() {
        for key in ":/" {
            var viewing = viewing()
            viewing.type("\(key)?")
            #expect(!viewing.text.contains("╭─ Keys") && viewing.text.contains("?"))
        }
    }

    @Test("A field of the page explains its own keys: days of a date, and the title of the button")
    func field() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(.form(SampleDesk.flight())))
        viewing.press(.tab, .tab, .function(1))
        #expect(viewing.text.contains("Keys of the field") && viewing.text.contains("day by day"))
        #expect(viewing.text.contains("Ctrl-S          Book"))
        viewing.press(.escape)
        #expect(viewing.text.contains("❯ Leave"))
        viewing.show(SampleDesk.temperature())
        viewing.press(.tab, .function(1))
        #expect(viewing.text.contains("Each change is sent") && !viewing.text.contains("Ctrl-S"))
    }

    @Test("The warning before leaving is above an open help and above a form", arguments: [24, 12, 8, 7])
    func warning(lines: Int) {
        for opensHelp in [true, false] {
            var viewing = viewing(lines: lines)
            viewing.type("nRex")
            if opensHelp { viewing.press(.function(1)) }
            viewing.press(.control("c"))
            #expect(!viewing.hasLeft)
            #expect(viewing.text.contains("! Typed text is not sent: “Rex”. Ctrl-C again quits."), "\(viewing.text)")
            let end = viewing.lines.firstIndex { $0.contains("╰") } ?? .max
            #expect(end < viewing.lines.firstIndex { $0.contains("! Typed text") } ?? 0)
            #expect(viewing.state.fault == nil)
            viewing.press(.control("c"))
            #expect(viewing.hasLeft)
        }
    }

    @Test("A click beside the help closes the help and not the form behind it")
    func click() {
        var viewing = viewing()
        viewing.type("nRex")
        viewing.press(.function(1))
        viewing.press(.click(column: 0, line: 0))
        #expect(!viewing.text.contains("Keys of") && viewing.text.contains("Name   Rex"))
        viewing.click("F1 help")
        #expect(viewing.text.contains("Keys of the form"))
        viewing.press(.control("c"))
        #expect(!viewing.hasLeft)
    }

    @Test("A key without an effect is answered with the key that lists all others")
    func unused() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("z")
        #expect(viewing.text.contains("“z” has no effect here; ? lists the keys"))
    }

    @Test("The palette says which of its choices is meant if it shows only some of them")
    func palette() {
        var viewing = Viewing(lines: 12)
        viewing.show(SampleScreens.dogs())
        viewing.type(":")
        #expect(viewing.text.contains("─ 1 of "))
        viewing.press(.down)
        #expect(viewing.text.contains("─ 2 of "))
        viewing.type("refre")
        #expect(!viewing.text.contains("─ 1 of "))
    }
}
