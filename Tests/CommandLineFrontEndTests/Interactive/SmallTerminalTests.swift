import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Small terminals", .timeLimit(.minutes(5)))
struct SmallTerminalTests {
    private func viewing(_ columns: Int, _ lines: Int) -> Viewing {
        var viewing = Viewing(columns: columns, lines: lines)
        viewing.show(SampleScreens.dogs())
        return viewing
    }

    private func shown(_ viewing: Viewing) -> String {
        viewing.lines.filter { !$0.isEmpty }.joined(separator: "/")
    }

    @Test("A terminal that is too narrow or too low shows one message instead of a page")
    func page() {
        #expect(shown(viewing(15, 24)) == "Too narrow:/needs 16/columns")
        #expect(shown(viewing(15, 1)) == "Too narrow: ne…")
        #expect(shown(viewing(80, 3)) == "Too low: needs 4 lines")
        #expect(shown(viewing(1, 1)).count == 1)
        for (columns, lines) in [(16, 24), (80, 4)] {
            let text = shown(viewing(columns, lines))
            #expect(text.contains("Alfred") && !text.contains("Too"))
        }
    }

    @Test("A box needs more lines than a page, and has its place again when the terminal grows")
    func box() {
        for keys in ["n", "x", ":", "?", "m"] {
            var viewing = viewing(80, 5)
            viewing.type(keys)
            #expect(shown(viewing) == "Too low: needs 6 lines", "\(keys)")
            viewing.take(.resized(.init(columns: 80, lines: 6)))
            #expect(viewing.text.contains("╭") && viewing.text.contains("╰"), "\(keys)")
        }
    }

    @Test("When a low terminal grows, the lines above the selected first row come back")
    func growing() {
        var screen = SampleScreens.dogs(.ready, (0..<40).map { "Dog \($0)" })
        screen.elements.insert(.text(id: "above", "1\n2\n3\n4\n5\n6"), at: 0)
        var viewing = Viewing(lines: 5)
        viewing.show(screen)
        #expect(viewing.lines.contains { $0.contains("❯ Dog 0") } && !viewing.lines.contains(" 1"))
        viewing.take(.resized(.init(columns: 80, lines: 24)))
        #expect(viewing.text.contains("❯ Dog 0") && viewing.lines[2].contains("1"))
    }

    @Test("While a terminal is too small, keys do not act on what they do not show, and q and Ctrl-C leave")
    func keys() {
        var viewing = viewing(80, 24)
        viewing.type("x")
        viewing.take(.resized(.init(columns: 10, lines: 24)))
        viewing.type("yq")
        viewing.press(.escape, .enter)
        #expect(viewing.performed == [] && !viewing.hasLeft)
        viewing.take(.resized(.init(columns: 80, lines: 24)))
        #expect(viewing.text.contains("Release Alfred"))
        viewing.press(.escape)
        viewing.take(.resized(.init(columns: 10, lines: 24)))
        viewing.type("1")
        #expect(viewing.performed == [])
        viewing.type("q")
        #expect(viewing.hasLeft)
        var other = self.viewing(10, 24)
        other.press(.control("c"))
        #expect(other.hasLeft)
    }

    /// Returns a view of a flock of many sheep.
    private func flock(_ columns: Int, _ lines: Int, at place: [String: FieldValue] = [:]) -> Viewing {
        var viewing = Viewing(FlockFeature.manifest, columns: columns, lines: lines)
        var screen = FlockFeature.screen(at: place)
        if case .list(var list) = screen.elements[1] {
            list.rows = (0..<30).map { Row(id: "\($0)", title: "Sheep", values: ["name": "Sheep \($0)"]) }
            screen.elements[1] = .list(list)
        }
        viewing.show(screen)
        return viewing
    }

    @Test("Below 14 lines, the form that searches takes one line until one of its fields has the focus")
    func search() {
        var viewing = flock(30, 10)
        #expect(viewing.lines[1] == "   / Search   lively: any    ┃")
        #expect(viewing.lines.count { $0.contains("Sheep ") } == 5)
        #expect(viewing.state.fault == nil)
        let before = viewing.lines
        viewing.type("/")
        #expect(viewing.text.contains("❯ Search") && viewing.text.contains("Lively"))
        viewing.press(.escape)
        #expect(viewing.lines == before)
        viewing.click("/ Search")
        #expect(viewing.text.contains("❯ Search") && viewing.state.fault == nil)
        viewing.press(.tab)
        #expect(viewing.text.contains("❯ Lively"))
        viewing.press(.tab)
        #expect(viewing.lines == before)
        viewing.take(.resized(.init(columns: 30, lines: 14)))
        #expect(viewing.text.contains("   Lively") && !viewing.text.contains("lively:"))
        #expect(viewing.state.fault == nil)
    }

    @Test("The line of the form has what is searched for, the filters and the order that no heading shows")
    func values() {
        let lively = flock(60, 13, at: ["words": "sh", "lively": false])
        #expect(lively.lines[1].hasPrefix("   / sh   lively: no "))
        let long = flock(30, 13, at: ["words": .text(String(repeating: "sheep ", count: 9))])
        #expect(long.lines[1].hasPrefix("   / sheep sheep sheep shee… "))
        let breeds = Field<[SampleScreens.Breed]?>("breeds", "Breeds").role(.filter)
        let order = Field<String?>("order", "Order by").role(.order)
        let browse = Action("browse", "Find", effect: .shows, fields: breeds, order)
        for (sorted, words) in [(nil, ""), ("age", "   order by: age")] as [(String?, String)] {
            var values: [String: FieldValue] = ["breeds": .texts(["Bulldog", "Labrador"])]
            values["order"] = sorted.map { .text($0) }
            let form = FormElement(id: "b", of: browse, values: values, submits: .change)
            var viewing = Viewing(
                FeatureManifest(id: "d", title: "D", summary: "", actions: browse), columns: 60, lines: 12)
            let row = Row(id: "1", title: "Alfred")
            viewing.show(Screen(title: "D", phase: .ready, elements: [.form(form), .list(id: "l", rows: [row])]))
            #expect(viewing.lines[1] == "   breeds: Bulldog, Labrador\(words)")
        }
    }

    @Test("A form that keeps back a text stays open, and any other form takes all its lines")
    func open() {
        var viewing = flock(40, 12)
        viewing.press(.character("/"), .paste(String(repeating: "sheep ", count: 50)), .escape)
        #expect(viewing.text.contains("✗ Shorten"))
        var other = Viewing(SampleDesk.manifest, columns: 40, lines: 12)
        other.show(SampleDesk.screen(.form(SampleDesk.flight())))
        #expect(other.text.contains("Leave") && other.text.contains("Book"))
    }
}
