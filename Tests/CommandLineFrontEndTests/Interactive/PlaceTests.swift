import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Places in the interactive view", .timeLimit(.minutes(5)))
struct PlaceTests {
    private static func link(_ id: String?) -> FeatureLink {
        FeatureLink(feature: "doggy", options: id.map { ["id": .text($0)] } ?? [:])
    }

    /// Returns a list of dogs in which each row links to its dog.
    private static func dogs(_ count: Int = 3) -> Screen {
        let rows = (1...count).map { Row(id: "\($0)", title: "Dog \($0)", opens: link("\($0)")) }
        return Screen(title: "Doggies", phase: .ready, elements: [.list(id: "dogs", rows: rows)])
    }

    private static func dog(_ id: String) -> Screen {
        var up = link(nil)
        up.title = "Doggies"
        return Screen(
            title: "Dog \(id)", phase: .ready, elements: [.text(id: "t", "This is dog \(id).")],
            buttons: [Button(SampleScreens.birthday, arguments: ["id": .text(id)])], up: up)
    }

    private func viewing(lines: Int = 24) -> Viewing {
        var viewing = Viewing(lines: lines)
        viewing.show(Self.dogs(40))
        return viewing
    }

    @Test func `Enter on a row goes to its place, and a new session opens on top of the page`() {
        var viewing = viewing()
        viewing.press(.down, .enter)
        #expect(viewing.sought == [Self.link("2")])
        #expect(viewing.openedPage == nil)
        viewing.find(.launch)
        #expect(viewing.openedPage == 1)
        viewing.show(Self.dog("2"), page: 1)
        #expect(viewing.lines[0].hasPrefix(" Doggies › Dog 2"))
        viewing.press(.escape)
        #expect(viewing.lines[0].hasPrefix(" Doggies "))
        #expect(viewing.state.selectedRow == "2")
        #expect(viewing.performed == [])
    }

    @Test func `On the page of an ended session, every action says so and the key r starts it anew`() {
        var viewing = Viewing()
        viewing.show(SampleScreens.dogs())
        viewing.type("e!")
        viewing.take(.source(page: 0, .failed(FeatureError(.closed, "the session has ended"))))
        viewing.press(.enter)
        viewing.end(viewing.lastCall, FeatureError(.closed, "the session has ended"))
        #expect(viewing.text.contains("│ ✗ the session has ended; Esc, then r starts it anew"))
        viewing.press(.escape)
        #expect(viewing.lines.last?.contains("Birthday") == false)
        let calls = viewing.performed.count
        viewing.type("1")
        #expect(viewing.text.contains("✗ the session has ended; r starts it anew"))
        viewing.type("x")
        #expect(!viewing.text.contains("Release Alfred Bulldog?") && viewing.performed.count == calls)
        viewing.type("r")
        #expect(viewing.openedPage == 1)
    }

    @Test func `The key r starts an ended session anew at its place, with the same row selected`() {
        var viewing = viewing()
        var screen = Self.dogs(40)
        screen.address = ["search": "dog"]
        viewing.show(screen)
        viewing.press(.down, .down)
        viewing.type("r")
        #expect(viewing.openedPage == nil)
        viewing.take(.source(page: 0, .failed(FeatureError(.closed, "the session has ended"))))
        #expect(viewing.text.contains("the session has ended"))
        #expect(viewing.lines.last?.contains("r start it anew") == true)
        viewing.type("r")
        #expect(viewing.openedPage == 1)
        let link = viewing.effects.compactMap { if case .open(_, let link) = $0 { link } else { nil } }.last
        #expect(link?.options == ["search": "dog"])
        viewing.show(Self.dogs(40), page: 1)
        #expect(viewing.state.selectedRow == "3")
        #expect(viewing.lines[0].hasPrefix(" Doggies  "))
        #expect(viewing.effects.contains { if case .close(page: 0) = $0 { true } else { false } })
    }

    /// Returns a view of dog 2 above the list, whose sessions have both ended.
    private func endedStack() -> Viewing {
        var viewing = viewing()
        var list = Self.dogs(40)
        list.address = [:]
        viewing.show(list)
        viewing.press(.down, .enter)
        viewing.find(.launch)
        var dog = Self.dog("2")
        dog.address = ["id": "2"]
        dog.buttons = [Button(SampleScreens.rename, arguments: ["id": "2", "revision": 1])]
        viewing.show(dog, page: 1)
        viewing.type("eZeus")
        viewing.press(.escape)
        for page in 0...1 {
            viewing.take(.source(page: page, .failed(FeatureError(.closed, "the session has ended"))))
        }
        return viewing
    }

    @Test func `On a record's page, the key r starts a new session at the record, with its drafts`() {
        var viewing = endedStack()
        viewing.type("r")
        #expect(viewing.openedLinks.last == Self.link("2"))
        // The server is still away.
        viewing.take(.source(page: 2, .failed(FeatureError(.serviceUnavailable, "no answer"))))
        viewing.type("r")
        #expect(viewing.openedLinks.last == Self.link("2"))
        var dog = Self.dog("2")
        dog.address = ["id": "2"]
        dog.buttons = [Button(SampleScreens.rename, arguments: ["id": "2", "revision": 1])]
        viewing.show(dog, page: 3)
        #expect(viewing.lines[0].hasPrefix(" Doggies › Dog 2  "))
        viewing.type("e")
        #expect(viewing.text.contains("(draft)") && viewing.text.contains("Zeus"))
    }

    @Test func `Escape to a page whose session has ended starts it anew, with the same row selected`() {
        var viewing = endedStack()
        viewing.press(.escape)
        #expect(viewing.openedLinks.last == Self.link(nil) && viewing.openedPage == 2)
        viewing.show(Self.dogs(40), page: 2)
        #expect(viewing.lines[0].hasPrefix(" Doggies  "))
        #expect(viewing.state.selectedRow == "2")
        #expect(!viewing.text.contains("the session has ended"))
    }

    @Test func `The first line shows how many people watch, and the host's name`() {
        var viewing = Viewing(look: Look(name: "Harbour Tools"))
        viewing.show(Self.dogs())
        #expect(viewing.lines[0].hasPrefix(" Harbour Tools › Doggies "))
        #expect(viewing.lines[0].hasSuffix("● live"))
        viewing.take(.source(page: 0, .viewers(3)))
        #expect(viewing.lines[0].hasSuffix("● live  3 viewing"))
        viewing.take(.resized(.init(columns: 44, lines: 14)))
        #expect(viewing.lines[0].hasPrefix(" ‹ Doggies ") && viewing.lines[0].hasSuffix("● 3"))
    }

    @Test func `The first line shows the name of the person`() {
        var viewing = Viewing(look: Look(person: "kim"))
        viewing.show(Self.dogs())
        #expect(viewing.lines[0].hasPrefix(" Doggies ") && viewing.lines[0].hasSuffix(" kim  ● live"))
        viewing.take(.resized(.init(columns: 44, lines: 14)))
        #expect(viewing.lines[0].hasSuffix(" kim  ●"))
        var long = Viewing(look: Look(person: String(repeating: "名", count: 40) + "\u{1B}[31m"))
        long.show(Self.dogs())
        #expect(long.lines[0].hasPrefix(" Doggies ") && long.lines[0].contains("名名"))
        #expect(long.lines[0].hasSuffix("…  ● live") && !long.lines[0].contains("\u{1B}"))
    }

    @Test func `A place that is shown already needs no call and no session`() {
        var viewing = viewing()
        viewing.press(.enter)
        viewing.find(.here)
        #expect(viewing.openedPage == nil && viewing.performed == [])
    }

    @Test func `A call shows the place in the same session, and Escape returns to the row and its position`() {
        var viewing = viewing(lines: 12)
        for _ in 0..<20 { viewing.press(.down) }
        let line = viewing.lines.firstIndex { $0.contains("❯") }
        viewing.press(.enter)
        viewing.find(.call(Call("browse", ["id": "21"])), from: ["source": "sample"])
        #expect(viewing.performed == ["browse id=21"])
        viewing.show(Self.dog("21"))
        viewing.end(viewing.lastCall)
        #expect(viewing.lines[0].hasPrefix(" Doggies › Dog 21"))
        viewing.press(.escape)
        #expect(viewing.sought.last == FeatureLink(feature: "doggy", options: ["source": "sample"]))
        viewing.find(.call(Call("browse", emptied: ["id"])))
        #expect(viewing.performed == ["browse id=21", "browse -id"])
        viewing.show(Self.dogs(40))
        viewing.end(viewing.lastCall)
        #expect(viewing.state.selectedRow == "21")
        #expect(viewing.lines.firstIndex { $0.contains("❯") } == line)
        #expect(viewing.lines[0].hasPrefix(" Doggies "))
        viewing.press(.escape)
        #expect(viewing.sought.count == 2)
    }

    @Test func `A filter is restored on the way back`() {
        var viewing = viewing()
        viewing.type("/dog 3")
        viewing.press(.enter, .down, .enter)
        viewing.find(.call(Call("browse", ["id": "13"])))
        viewing.show(Self.dog("13"))
        viewing.end(viewing.lastCall)
        viewing.press(.escape)
        viewing.find(.call(Call("browse", emptied: ["id"])))
        viewing.end(viewing.lastCall)
        viewing.show(Self.dogs(40))
        #expect(viewing.state.selectedRow == "13")
        #expect(viewing.text.contains("13 of 40 shown"))
        #expect(viewing.state.fault == nil)
    }

    @Test func `A failed call is reported, and the person stays`() {
        var viewing = viewing()
        viewing.press(.enter)
        viewing.find(.call(Call("browse", ["id": "1"])))
        viewing.end(viewing.lastCall, FeatureError(.serviceUnavailable, "the store is away"))
        #expect(viewing.text.contains("✗ the store is away"))
        viewing.press(.escape)
        #expect(viewing.sought.count == 1)
    }

    @Test func `If a server's session refuses the call, a new session shows the place`() {
        var viewing = viewing()
        viewing.press(.enter)
        viewing.find(.call(Call("browse", ["id": "1"])), isAttempt: true)
        viewing.end(viewing.lastCall, InputRefused(["id": "a stored record opens by a launch"]))
        #expect(viewing.openedPage == 1)
        viewing.show(Self.dog("1"), page: 1)
        viewing.press(.escape)
        #expect(viewing.state.selectedRow == "1")
        #expect(viewing.effects.contains { if case .close(page: 1) = $0 { true } else { false } })
    }

    @Test func `A place that cannot be launched is reported, and the person stays`() {
        var viewing = viewing()
        viewing.press(.down, .enter)
        viewing.find(.launch)
        viewing.take(.source(page: 1, .failed(FeatureError(.unreadableFile, "cannot open 'dogs.csv'"))))
        #expect(viewing.text.contains("✗ “Doggies” was not opened: cannot open 'dogs.csv'"))
        #expect(viewing.state.selectedRow == "2")
        #expect(viewing.lines[0].hasPrefix(" Doggies  "))
    }

    @Test func `The first place names the place above it, and Escape goes up without a way back`() {
        var viewing = Viewing()
        viewing.show(Self.dog("2"))
        #expect(viewing.lines[0].hasPrefix(" Doggies › Dog 2"))
        #expect(viewing.lines.last?.contains("Esc Doggies") == true)
        viewing.press(.escape)
        viewing.find(.launch)
        viewing.show(Self.dogs(), page: 1)
        #expect(viewing.lines[0].hasPrefix(" Doggies  "))
        #expect(viewing.effects.contains { if case .close(page: 0) = $0 { true } else { false } })
        viewing.press(.escape)
        #expect(viewing.sought.count == 1 && !viewing.hasLeft)
    }

    @Test func `A failed way up keeps the first place`() {
        var viewing = Viewing()
        viewing.show(Self.dog("2"))
        viewing.press(.escape)
        viewing.find(.launch)
        viewing.take(.source(page: 1, .failed(FeatureError(.serviceUnavailable, "the store is away"))))
        #expect(viewing.text.contains("was not opened: the store is away"))
        #expect(viewing.text.contains("This is dog 2."))
    }

    @Test func `Enter repeated after the Enter that opens a place presses no button there`() {
        var viewing = viewing()
        viewing.press(.enter)
        viewing.find(.launch)
        viewing.show(Self.dog("1"), page: 1)
        viewing.press(.enter)
        #expect(viewing.performed == [])
        viewing.type("1")
        #expect(viewing.performed == ["birthday id=1"])
    }

    @Test func `An action can send the person to another place`() {
        var viewing = viewing()
        viewing.show(Self.dog("2"))
        viewing.type("1")
        viewing.end(viewing.lastCall, opens: FeatureLink(feature: "house"))
        #expect(viewing.openedPage == 1)
        viewing.show(SampleScreens.houses, page: 1)
        #expect(viewing.lines[0].hasPrefix(" Dog 2 › Houses"))
    }

    @Test func `Tab and Enter follow a link element, and a link to the web shows its address`() {
        var viewing = Viewing()
        viewing.show(
            Screen(
                title: "Doggies", phase: .ready,
                elements: [
                    .link(id: "a", "The houses", opens: FeatureLink(feature: "house")),
                    .link(id: "b", "The club", address: "https://example.org/club"),
                ]))
        #expect(viewing.text.contains("The houses ›"))
        #expect(viewing.text.contains("https://example.org/club"))
        viewing.press(.tab, .enter)
        #expect(viewing.openedPage == 1)
    }

    @Test func `The palette offers the way back and the way up`() {
        var viewing = Viewing(SampleScreens.user)
        viewing.show(SampleScreens.users)
        viewing.press(.enter)
        viewing.show(Self.dog("2"), page: 1)
        viewing.type(":doggies")
        #expect(viewing.text.contains("Up"))
        viewing.press(.escape)
        viewing.type(":back")
        viewing.press(.enter)
        #expect(viewing.lines[0].hasPrefix(" Users "))
    }
}
