import CommandLineFrontEnd
import FeatureKit
import FeatureTesting
import TerminalKit
import Testing

@Suite("The changes that the line-by-line view writes", .timeLimit(.minutes(5)))
struct PlainChangesTests {
    /// Returns what the view writes after an answer.
    ///
    /// The answer "turn" replaces the first screen by the second.
    private func changes(
        from old: Screen, to new: Screen, typing lines: [String] = ["turn", "q"], after answer: Int = 1
    ) async -> String {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        var console = recorder.console
        console.input = .typing(lines)
        await BoardHost.$screens.withValue([old, new]) {
            _ = await CommandLineProgram<BoardHost>(console: console).run(["launch", "board"])
        }
        let end = "? for more, q to leave: "
        let parts = recorder.text(.output).split(separator: end, omittingEmptySubsequences: false)
        return parts.count > answer ? String(parts[answer].dropLast("Number, ".count)) : recorder.text(.output)
    }

    private func board(_ elements: Element..., title: String = "Board", buttons: [Button] = []) -> Screen {
        Screen(
            title: title, phase: .ready, elements: elements,
            buttons: [Button(BoardFeature.turn), Button(BoardFeature.refresh)] + buttons)
    }

    private func list(_ rows: Row..., hint: String? = nil) -> Element { .list(id: "dogs", rows: rows, hint: hint) }

    private let alfred = Row(id: "1", title: "Alfred")
    private let bella = Row(id: "2", title: "Bella")

    @Test(
        "After an action, the view writes its success and the added, removed and changed rows, and the number of rows")
    func rows() async {
        let charlie = Row(id: "3", title: "Charlie")
        let text = await changes(
            from: board(list(alfred, bella)),
            to: board(list(Row(id: "2", title: "Bella", detail: "ill", tone: .warning), charlie)))
        #expect(text == "Turn: done\nRemoved: 1. Alfred\nChanged: 2. ! Bella ill\nAdded: 5. Charlie\n2 rows\n")
    }

    @Test("A row that moves is written with its new position, and an emptied list with its hint")
    func movesAndHints() async {
        let charlie = Row(id: "3", title: "Charlie")
        let moved = await changes(
            from: board(list(alfred, bella, charlie)), to: board(list(charlie, alfred, bella)))
        #expect(moved == "Turn: done\nMoved to row 1: 3. Charlie\n")
        let emptied = await changes(
            from: board(list(alfred, hint: "No dogs.")), to: board(list(hint: "No dogs.")))
        #expect(emptied == "Turn: done\nRemoved: 1. Alfred\nNo dogs.\n")
    }

    @Test(
        "The changed values of a chart are written with their labels, and a chart that changes wholly is written again")
    func charts() async {
        func chart(_ labels: ClosedRange<Int>, _ values: [Double?], _ others: [Double?]? = nil) -> Screen {
            let series = [ChartElement.Series("In", values)] + (others.map { [ChartElement.Series("Out", $0)] } ?? [])
            return board(.chart(id: "c", "Dogs", labels: labels.map { "day \($0)" }, series: series, unit: "a day"))
        }
        let changed = await changes(from: chart(1...4, [1, 2, 3, 4]), to: chart(1...4, [1, nil, 3, 4.5]))
        #expect(changed == "Turn: done\nDogs (a day), day 2: –\nDogs (a day), day 4: 4.5\n")
        let shifted = await changes(
            from: chart(1...4, [1, 2, 3, 4], [0, 0, 0, 0]), to: chart(2...5, [2, 3, 4, 9], [0, 0, 0, 1]))
        #expect(shifted == "Turn: done\nDogs (a day), day 5, In: 9\nDogs (a day), day 5, Out: 1\n")
        let other = await changes(from: chart(1...4, [1, 2, 3, 4]), to: chart(1...4, [2, 3, 4, 4]))
        #expect(
            other
                == "Turn: done\n  Dogs (a day)\n         In\n  day 1   2\n  day 2   3\n  day 3   4\n  day 4   4\n")
    }

    @Test("Rows that a search hides are no longer shown, and not removed")
    func hidden() async {
        func screen(_ name: String, _ element: Element) -> Screen {
            let form = FormElement(id: "find", of: BoardFeature.rename, values: ["name": .text(name)], submits: .change)
            return board(.text(id: "t", "Dogs"), .form(form), element)
        }
        let text = await changes(
            from: screen("a", list(alfred, bella)), to: screen("x", .placeholder(id: "none", "Nothing matches.")))
        #expect(text.contains("No longer shown: 2 rows\n") && !text.contains("Removed"), "\(text)")
        let inPlace = await changes(from: screen("a", list(alfred, bella)), to: screen("b", list(bella)))
        #expect(inPlace.contains("Alfred\n") && inPlace.contains("No longer shown: "), "\(inPlace)")
        #expect(!inPlace.contains("Removed"))
    }

    @Test("After many changes of rows, the view writes the list again, but not the rest of the screen")
    func manyRows() async {
        let rows = (1...12).map { Row(id: "n\($0)", title: "New \($0)") }
        let text = await changes(
            from: board(.text(id: "t", "Hello"), list(alfred)),
            to: board(.text(id: "t", "Hello"), .list(id: "dogs", rows: [alfred] + rows)))
        let beginnings = ["13 rows\n 1. Alfred\n", "13 rows\n1. Alfred\n"].map { "Turn: done\n" + $0 }
        #expect(beginnings.contains { text.hasPrefix($0) })
        #expect(text.contains("New 12\n") && !text.contains("Hello") && !text.dropFirst().contains("Turn"))
    }

    @Test("The view writes a changed title, text and field, and the words of what is gone")
    func elements() async {
        let fields = { (age: String) in
            Element.fields(id: "f", items: [.init(label: "Breed", value: "Poodle"), .init(label: "Age", value: age)])
        }
        let text = await changes(
            from: board(.text(id: "state", "Paused"), fields("4"), .text(id: "old", "Old news")),
            to: board(.text(id: "state", "Playing"), fields("5"), .text(id: "new", "News"), title: "Game"))
        #expect(text == "Turn: done\nGame\nRemoved: Old news\n  Playing\nAge: 5\n  News\n")
    }

    @Test("The view writes a section's title before what has changed inside, and a form's changed values and problems")
    func sectionsAndForms() async {
        func screen(_ row: Row, _ values: [String: FieldValue], _ problems: [String: FormElement.Problem]) -> Screen {
            board(
                .section(id: "s", title: "Visits", elements: [.list(id: "visits", rows: [row])]),
                .form(FormElement(id: "f", of: BoardFeature.rename, values: values, problems: problems)))
        }
        let text = await changes(
            from: screen(Row(id: "1", title: "Monday"), ["name": "Rex"], [:]),
            to: screen(Row(id: "1", title: "Friday"), ["name": "Max"], ["name": .init("is taken", theirs: "Moritz")]))
        #expect(text == "Turn: done\nVisits\nChanged: 1. Friday\nName: Max\n✗ Name: is taken (their value: Moritz)\n")
    }

    @Test("The view writes a failure, and the choices that come and go")
    func failure() async {
        var failed = board(list(alfred), buttons: [Button(BoardFeature.rename)])
        failed.phase = .failed(message: "The store is away.", retry: Button(BoardFeature.refresh, title: "Try again"))
        failed.buttons.removeAll { $0.action == "turn" }
        let text = await changes(from: board(list(alfred)), to: failed)
        #expect(
            text == """
                ✗ The store is away.
                No longer possible: Turn
                Now possible: 4. Try again
                Now possible: 5. Rename (e)

                """)
    }

    @Test("An action without an effect says so, and Enter or show writes the whole screen again")
    func nothing() async {
        let screen = board(list(alfred))
        #expect(await changes(from: screen, to: screen) == "Turn: done\n")
        #expect(await changes(from: screen, to: screen, typing: ["r", "q"]) == "Refreshed, nothing changed.\n")
        for command in ["", "show"] {
            let text = await changes(from: screen, to: screen, typing: [command, "q"])
            #expect(text == "\nBoard\n1 row\n1. Alfred\n2. Turn\n3. Refresh (r)\n")
        }
    }

    @Test("A different place, or a screen with other elements, is written as a whole")
    func otherPlace() async {
        var other = board(.text(id: "other", "Elsewhere"))
        #expect(await changes(from: board(list(alfred)), to: other).hasPrefix("Turn: done\n\nBoard\n"))
        (other.elements, other.up) = ([list(alfred)], FeatureLink(feature: "board", title: "Above"))
        #expect(await changes(from: board(list(alfred)), to: other).contains("\n4. Up to Above\n"))
    }

    @Test("The number of a row that is gone is reported as such")
    func gone() async {
        let text = await changes(
            from: board(list(alfred, bella)), to: board(list(bella)), typing: ["turn", "1", "q"], after: 2)
        #expect(text == "1 is no longer on the screen; type the number of a line\n")
    }

    @Test("A live change is written while the view asks, at most once in two seconds, and the question is repeated")
    func live() async throws {
        let recorder = RecordingConsole(terminals: [.output, .error], environment: ["TERM": "dumb"])
        let (screens, next) = AsyncStream<Screen?>.makeStream()
        let (lines, typing) = AsyncStream<String>.makeStream()
        var console = recorder.console
        console.input = Console.Input(
            isTerminal: { true }, lines: { lines }, takeTerminal: { _ in throw TerminalError.failed("not this time") })
        func screen(_ age: Int) -> Screen {
            board(.fields(id: "f", items: [.init(label: "Age", value: "\(age)")]))
        }
        let program = CommandLineProgram<BoardHost>(console: console)
        async let status = BoardHost.$screens.withValue([screen(1)]) {
            await BoardHost.$live.withValue(screens) { await program.run(["launch", "board"]) }
        }
        func wait(for text: String) async {
            for await each in recorder.written where each.text.contains(text) { return }
        }
        await wait(for: "q to leave: ")
        next.yield(screen(2))
        await wait(for: "Age: 2")
        await wait(for: "q to leave: ")
        next.yield(screen(3))
        // The notice comes after the frame with the age 3.
        next.yield(nil)
        await wait(for: "Nothing more.")
        #expect(!recorder.text(.output).contains("Age: 3"))
        await recorder.clock.advance(by: .seconds(2))
        await wait(for: "Age: 3")
        typing.yield("q")
        #expect(await status == .done)
        next.finish()
        let question = "Number, ? for more, q to leave: \n"
        let text = recorder.text(.output)
        #expect(text.contains("\(question)Age: 2\n\(question)Nothing more.\n\(question)Age: 3\nNumber"))
    }
}
