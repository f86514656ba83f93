import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Keys and the mouse in the full-screen view", .timeLimit(.minutes(5)))
struct BrowsingTests {
    @Test("Keys and the mouse wheel move the selection, but not beyond the first or last row")
    func moving() {
        var viewing = Viewing(lines: 15)
        viewing.show(SampleScreens.kennel(100))
        #expect(viewing.state.selectedRow == "d0")
        viewing.press(.down, .character("j"), .down, .character("k"))
        #expect(viewing.state.selectedRow == "d2")
        viewing.press(.pageDown)
        #expect(viewing.state.selectedRow == "d13")
        viewing.press(.end)
        #expect(viewing.state.selectedRow == "d99")
        viewing.press(.down, .pageDown)
        #expect(viewing.state.selectedRow == "d99")
        viewing.press(.character("g"), .up)
        #expect(viewing.state.selectedRow == "d0")
        viewing.press(.wheelDown)
        #expect(viewing.state.selectedRow == "d3")
        #expect(viewing.lines[1].contains("❯ Dog number 3 "))
        viewing.press(.click(column: 5, line: 4))
        #expect(viewing.state.selectedRow == "d6")
    }

    @Test("Enter shows all texts of a row, follows the row's link or presses the screen's main button")
    func enter() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.press(.down, .enter)
        #expect(viewing.text.contains("╭─ Vinny Doberman ─"))
        viewing.press(.enter, .enter, .enter)
        #expect(viewing.performed == [])
        var game = Viewing(SampleScreens.game)
        game.show(SampleScreens.paused())
        game.press(.enter)
        #expect(game.text.contains("╭─ Start Game"))
        var users = Viewing(SampleScreens.user)
        users.show(SampleScreens.users)
        users.press(.enter)
        #expect(users.openedPage == 1)
    }

    @Test("A digit presses the row's button with that number, or the page's if its rows have no buttons")
    func digits() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.press(.down)
        viewing.type("19")
        #expect(viewing.performed == ["birthday id=2"])
        viewing.show(SampleScreens.paused())
        viewing.type("2")
        #expect(viewing.performed == ["birthday id=2"])
        #expect(viewing.text.contains("“Pause” is disabled on the current screen"))
    }

    @Test("A letter presses the button of its role: e edits the row, x removes it, n makes a new one, r refreshes")
    func letters() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("r")
        #expect(viewing.performed == ["refresh"])
        viewing.type("e")
        #expect(viewing.text.contains("Rename: Alfred Bulldog"))
        viewing.press(.escape)
        viewing.type("n")
        #expect(viewing.text.contains("╭─ Adopt a dog"))
        viewing.press(.escape)
        viewing.type("x")
        #expect(viewing.text.contains("Release Alfred Bulldog?"))
        viewing.type("y")
        #expect(viewing.performed == ["refresh", "release id=1 revision=1"])
    }

    @Test("The details of a row show its full texts, follow new frames and scroll")
    func details() {
        var viewing = Viewing(columns: 44, lines: 8)
        let text = "a motto that is much too long for its column and needs several lines"
        func screen(_ age: Int) -> Screen {
            let row = Row(
                id: "1", title: "House Stark", detail: text, values: ["age": .integer(age), "note": "first\nsecond"])
            let columns: [ListElement.Column] = [.init(.title, title: "House"), .init(name: "age", title: "Age")]
            return Screen(title: "Houses", phase: .ready, elements: [.list(id: "h", rows: [row], columns: columns)])
        }
        viewing.show(screen(7))
        viewing.press(.enter)
        #expect(viewing.text.contains("╭─ House Stark ─"))
        #expect(viewing.text.contains("Age   7"))
        viewing.show(screen(8))
        #expect(viewing.text.contains("Age   8"))
        #expect(viewing.text.contains("↓ more"))
        viewing.press(.end)
        #expect(viewing.text.contains("second") && !viewing.text.contains("↓ more"))
        viewing.press(.up)
        #expect(!viewing.text.contains("second"))
        viewing.press(.escape)
        #expect(!viewing.text.contains("╭"))
        viewing.press(.enter)
        viewing.show(Screen(title: "Houses", phase: .ready))
        viewing.press(.down)
        #expect(!viewing.text.contains("╭"))
    }

    @Test("The mouse presses footer words, headings, rows, menus and questions")
    func mouse() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(SampleDesk.screen(SampleDesk.table()))
        viewing.click("Age")
        #expect(viewing.performed == ["sort order=age"])
        viewing.click("Charlie Collie")
        #expect(viewing.state.selectedRow == "3")
        viewing.click("Charlie Collie")
        #expect(viewing.performed.last == "select id=3")
        viewing.click("c Comment…")
        #expect(viewing.text.contains("╭─ Comment: Charlie Collie"))
        viewing.click("Cancel")
        viewing.click("w Walk…")
        viewing.click("y Walk")
        #expect(viewing.performed.last == "walk id=3")
        viewing.click("? help")
        #expect(viewing.text.contains("╭─ Keys"))
        viewing.press(.click(column: 0, line: 0))
        #expect(!viewing.text.contains("╭─ Keys"))
    }

    @Test("A terminal with a light background gets other colours, but not after a second")
    func background() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        let dark = viewing.state.painted(depth: .full)
        viewing.press(.background(red: 255, green: 255, blue: 250))
        let light = viewing.state.painted(depth: .full)
        #expect(light != dark)
        viewing.wait(.seconds(2))
        viewing.press(.background(red: 0, green: 0, blue: 0))
        #expect(viewing.state.painted(depth: .full) == light)
    }

    @Test("A destructive action asks for confirmation, and Enter alone does not confirm it")
    func confirmation() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("m3")
        #expect(viewing.text.contains("Release Alfred Bulldog?"))
        viewing.press(.enter)
        #expect(viewing.performed == [])
        viewing.type("m3y")
        #expect(viewing.performed == ["release id=1 revision=1"])
        viewing.type("m3")
        viewing.press(.left, .enter)
        #expect(viewing.performed.count == 2)
        viewing.type("m3n")
        #expect(viewing.performed.count == 2)
    }

    @Test("After a new frame, the same row is selected at the same position on the terminal")
    func liveUpdate() throws {
        var viewing = Viewing(lines: 12)
        let names = (0..<50).map { "Dog\($0)" }
        var screen = SampleScreens.dogs(.ready, names)
        viewing.show(screen)
        for _ in 0..<20 { viewing.press(.down) }
        let line = viewing.lines.firstIndex { $0.contains("❯") }
        #expect(viewing.state.selectedRow == "21")
        var list = try #require(screen.lists.first)
        list.rows.insert(SampleScreens.dog("new", "First of all", age: 1), at: 0)
        list.rows.remove(at: 5)
        list.rows.insert(SampleScreens.dog("newer", "Second of all", age: 1), at: 3)
        screen.elements = [.list(list)]
        viewing.show(screen)
        #expect(viewing.state.selectedRow == "21")
        #expect(viewing.lines.firstIndex { $0.contains("❯") } == line)
        // The selected row has disappeared, so the view selects the row that takes its position.
        list.rows.removeAll { $0.id == "21" }
        screen.elements = [.list(list)]
        viewing.show(screen)
        #expect(viewing.state.selectedRow == "22")
    }

    @Test("A frame with an older revision changes nothing")
    func olderFrame() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        let old = Frame(session: "s", feature: "doggy", revision: 0, screen: SampleScreens.paused())
        viewing.take(.source(page: 0, .frame(old)))
        #expect(viewing.text.contains("Alfred Bulldog"))
    }

    @Test("A filter shows the rows that contain every word in any case, and Escape shows all rows again")
    func filter() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs(.ready, ["Alfred", "김철수", "Ünal"]))
        viewing.type("/BULL alf")
        #expect(viewing.lines.count { $0.contains("Doberman") || $0.contains("Bulldog") } == 1)
        viewing.press(.control("u"))
        viewing.type("철수")
        #expect(viewing.state.selectedRow == "2")
        viewing.press(.control("u"))
        viewing.type("ünal")
        #expect(viewing.state.selectedRow == "3")
        viewing.press(.enter, .escape)
        #expect(viewing.text.contains("Alfred Bulldog"))
        #expect(viewing.state.selectedRow == "3")
        #expect(!viewing.hasLeft)
    }

    @Test("A filter also hides rows of new frames")
    func filterLive() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("/vinny")
        viewing.press(.enter)
        viewing.show(SampleScreens.dogs(.ready, ["Rex", "Vinny", "Vinny Two"]))
        #expect(!viewing.text.contains("Rex"))
        #expect(viewing.text.contains("Vinny Two"))
    }

    @Test("When the user goes back from a linked feature, the page has the same selection as before")
    func links() {
        var viewing = Viewing(SampleScreens.user)
        viewing.show(SampleScreens.users)
        viewing.press(.right)
        #expect(viewing.openedPage == 1)
        viewing.show(SampleScreens.houses, page: 1)
        #expect(viewing.lines[0].hasPrefix(" Users › Houses"))
        viewing.press(.down)
        #expect(viewing.state.selectedRow == "2")
        // An event of the page below the visible page changes only the lower page.
        viewing.show(SampleScreens.noUsers, page: 0)
        #expect(viewing.lines[0].hasPrefix(" Users › Houses"))
        viewing.press(.escape)
        #expect(viewing.text.contains("No users"))
        #expect(viewing.effects.contains { if case .close(page: 1) = $0 { true } else { false } })
        viewing.press(.escape)
        #expect(!viewing.hasLeft)
    }

    @Test("A link to an unknown feature shows a notice")
    func brokenLink() {
        var viewing = Viewing(SampleScreens.user)
        viewing.show(SampleScreens.users)
        viewing.press(.down, .right)
        #expect(viewing.openedPage == nil)
        #expect(viewing.text.contains("there is no feature “nothing” here"))
    }

    @Test("Warnings and errors disappear later than other notices, and equal notices are shown only once")
    func notices() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("r")
        viewing.take(.source(page: 0, .notice(Notice("Rex moved in", tone: .positive))))
        viewing.take(.source(page: 0, .notice(Notice("out of luck", tone: .critical))))
        viewing.end(viewing.lastCall, FeatureError(.featureFault, "out of luck"))
        #expect(viewing.lines.count { $0.contains("out of luck") } == 1)
        #expect(viewing.state.nextChange == .seconds(5))
        viewing.wait(.seconds(5))
        #expect(!viewing.text.contains("Rex moved in"))
        #expect(viewing.text.contains("✗ out of luck"))
        viewing.wait(.seconds(5))
        #expect(!viewing.text.contains("out of luck"))
        #expect(viewing.state.nextChange == nil)
    }

    @Test("The spinner turns during a call of more than a second, and its timer stops after the call")
    func spinner() {
        var viewing = Viewing()
        #expect(viewing.lines[0].hasSuffix("⠋ Loading…"))
        #expect(viewing.state.nextChange == .milliseconds(80))
        viewing.wait(.milliseconds(80))
        #expect(viewing.lines[0].hasSuffix("⠙ Loading…"))
        viewing.show(SampleScreens.dogs())
        #expect(viewing.state.nextChange == nil)
        viewing.type("r")
        // A call that is answered soon needs no words.
        #expect(viewing.lines[0].hasSuffix("● live") && viewing.state.nextChange == .milliseconds(1080))
        viewing.wait(.seconds(1))
        #expect(viewing.lines[0].hasSuffix("⠸ Working…"))
        #expect(viewing.state.nextChange == .milliseconds(1120))
        viewing.end(viewing.lastCall)
        #expect(viewing.lines[0].hasSuffix("● live") && viewing.state.nextChange == nil)
    }

    @Test("A failed first launch ends the view, but a failed launch of a linked feature shows a notice")
    func launchFailures() {
        var viewing = Viewing(SampleScreens.user)
        viewing.take(.source(page: 0, .failed(FeatureError(.unreadableFile, "no file"))))
        #expect(viewing.effects.contains { if case .leave(.failed) = $0 { true } else { false } })
        var other = Viewing(SampleScreens.user)
        other.show(SampleScreens.users)
        other.press(.right)
        other.take(.source(page: 1, .failed(FeatureError(.unreadableFile, "no file"))))
        #expect(other.text.contains("✗ “Houses” was not opened: no file"))
        #expect(other.text.contains("Kevin Flynn"))
        #expect(!other.effects.contains { if case .leave = $0 { true } else { false } })
    }

    @Test("With 100,000 rows, the view paints only the visible rows, and the wheel scrolls through all rows")
    func manyRows() {
        var viewing = Viewing()
        viewing.show(SampleScreens.kennel(100_000))
        viewing.press(.end)
        #expect(viewing.state.selectedRow == "d99999")
        #expect(viewing.text.contains("99,982–100,000 of 100,000"))
        viewing.press(.wheelUp, .wheelUp)
        #expect(viewing.state.fault == nil)
        viewing.type("/99998")
        #expect(viewing.state.selectedRow == "d99998")
        #expect(viewing.text.contains("1 of 100,000 shown"))
    }
}
