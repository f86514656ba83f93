import CommandLineFrontEnd
import FeatureKit
import Foundation
import Testing

@Suite("A screen, rendered as text", .timeLimit(.minutes(5)))
struct ScreenTextTests {
    @Test("Rows are rendered in columns that are aligned by display width")
    func list() {
        let rows = [
            Row(id: "1", title: "Kevin Flynn", detail: "36 years"), Row(id: "2", title: "김철수", detail: "24 years"),
            Row(id: "3", title: "👩‍🚀 Ann", detail: "39 years"), Row(id: "4", title: "Nobody"),
        ]
        #expect(
            text(Screen(title: "Users", phase: .ready, elements: [.list(id: "users", rows: rows)])) == """
                Users

                  Kevin Flynn  36 years
                  김철수       24 years
                  👩‍🚀 Ann       39 years
                  Nobody

                """)
    }

    @Test("A table has headings and right-aligned numbers")
    func table() {
        let rows = [
            Row(id: "1", title: "", values: ["name": "Rex", "age": 3, "city": "서울"]),
            Row(id: "2", title: "", values: ["name": "Bello", "age": 12]),
        ]
        let columns = [("name", "Name"), ("age", "Age"), ("city", "City")].map {
            ListElement.Column(name: $0, title: $1)
        }
        #expect(
            text(Screen(phase: .ready, elements: [.list(id: "dogs", rows: rows, columns: columns)])) == """
                  Name   Age  City
                  Rex      3  서울
                  Bello   12

                """)
    }

    @Test("Elements of all kinds are rendered in reading order, and blank lines separate them")
    func elements() throws {
        let elements: [Element] = [
            .text(id: "a", "Paused", style: .headline), .text(id: "b", "two\nlines"),
            .fields(id: "c", items: [.init(label: "Name", value: "Rex"), .init(label: "나이", value: "3")]),
            .placeholder(id: "d", "No dogs"),
            try unknown(#"{"kind":"map","id":"e","text":"a map of ages"}"#),
            try unknown(#"{"kind":"video","id":"f"}"#),
        ]
        #expect(
            text(Screen(title: "Game", phase: .ready, elements: elements)) == """
                Game

                  Paused

                  two
                  lines

                  Name  Rex
                  나이  3

                  No dogs

                  a map of ages

                """)
    }

    @Test("A chart is its title with the unit, and a table of all values")
    func chart() {
        let series = [ChartElement.Series("In", [4, nil, 0.5]), ChartElement.Series("Out", [12, -3, 0])]
        let chart = Element.chart(
            id: "c", "Temperature", style: .lines, labels: ["Mon", "Tue", "월요일"], series: series, unit: "°C")
        #expect(
            text(Screen(phase: .ready, elements: [chart])) == """
                  Temperature (°C)
                           In  Out
                  Mon       4   12
                  Tue       –   -3
                  월요일  0.5    0

                """)
        let empty = Element.chart(id: "c", "Temperature", labels: ["Mon"], series: [.init("In", [nil])])
        #expect(text(Screen(phase: .ready, elements: [empty])) == "  Temperature\n  No values\n")
    }

    @Test("A value with a trend has blocks in eight heights behind it")
    func trend() {
        let item = FieldsElement.Item(label: "Open", value: "9", detail: "of 40", trend: [4, 6, 3, 9])
        let fields = Element.fields(id: "f", items: [item], style: .stats)
        #expect(text(Screen(phase: .ready, elements: [fields])) == "  Open  9  ▄▆▃█  of 40\n")
    }

    @Test(
        "A tone is shown as a sign and not only as a colour",
        arguments: [
            (Tone.accent, "◉ Game\n"), (.positive, "✓ Game\n"), (.warning, "! Game\n"), (.critical, "✗ Game\n"),
        ])
    func tone(tone: Tone, heading: String) {
        #expect(text(Screen(title: "Game", tone: tone, phase: .ready)) == heading)
    }

    @Test("The texts of a screen have the colour of the screen's tone")
    func toneOfTexts() {
        let screen = Screen(tone: .accent, phase: .ready, elements: [.text(id: "t", "Space Invaders")])
        #expect(lines(screen).last?.spans.last?.style.tone == .accent)
    }

    @Test("A row that has a tone begins with the sign of that tone")
    func rowTones() {
        let rows = [Row(id: "1", title: "Rex", tone: .critical), Row(id: "2", title: "Bello")]
        #expect(
            text(Screen(phase: .ready, elements: [.list(id: "dogs", rows: rows)])) == """
                  ✗  Rex
                     Bello

                """)
    }

    @Test(
        "A loading screen shows its message and its progress",
        arguments: [
            (Phase.loading, "Loading…"), (.loading(message: "Reading dogs.csv"), "Reading dogs.csv"),
            (.loading(fraction: 0.429), "Loading… 42%"), (.loading(message: "Copying", fraction: 7), "Copying 100%"),
            (.loading(fraction: .nan), "Loading… 0%"),
        ])
    func loading(phase: Phase, shown: String) {
        #expect(text(Screen(phase: phase)) == "  \(shown)\n")
    }

    @Test("A failed screen is rendered with its reason and with the command that retries")
    func failed() {
        let phase = Phase.failed(
            message: "dogs.csv, line 3\nexpected a name", retry: Button(action: "refresh", title: "Try again"))
        #expect(
            text(Screen(title: "Dogs", phase: phase)) == """
                Dogs

                  ✗ dogs.csv, line 3
                    expected a name

                  [Try again]  do refresh

                """)
    }

    @Test("Each enabled button is rendered with its command, and equal buttons of rows are rendered only once")
    func buttons() {
        let rows = ["7", "8"].map { id in
            Row(
                id: id, title: "Dog \(id)",
                buttons: [Button(action: "remove", title: "Remove", arguments: ["id": .text(id)])])
        }
        let list = Element.list(id: "dogs", rows: rows, more: Button(action: "more", title: "More"))
        let screen = Screen(
            phase: .ready, elements: [list],
            buttons: [Button(action: "stop", title: "Stop", enabled: false), Button(action: "go", title: "시작")])
        #expect(
            text(screen) == """
                         id
                  Dog 7  7
                  Dog 8  8

                  [Stop]    not now
                  [시작]    do go
                  [Remove]  do remove for a row
                  [More]    do more

                """)
    }

    @Test("The link of a row is rendered as the command that follows it")
    func links() {
        let rows = [Row(id: "1", title: "Rex", opens: FeatureLink(feature: "house"))]
        #expect(text(Screen(phase: .ready, elements: [.list(id: "dogs", rows: rows)])) == "  Rex  open house\n")
    }

    @Test("A very wide cell does not widen its column")
    func wideCells() {
        let long = String(repeating: "x", count: 60)
        let rows = [Row(id: "1", title: long, detail: "a"), Row(id: "2", title: "short", detail: "b")]
        #expect(
            text(Screen(phase: .ready, elements: [.list(id: "l", rows: rows)])) == "  \(long)  a\n  short  b\n")
    }

    @Test("Control characters in data cannot reach the terminal")
    func hostile() {
        let evil = "a\u{1B}]0;owned\u{7}\u{202E}b\nc"
        let screen = Screen(
            title: evil, phase: .failed(message: evil),
            elements: [
                .list(
                    id: "l", rows: [Row(id: evil, title: evil, detail: evil, values: ["a": .text(evil)])],
                    columns: [.init(name: "a", title: evil)]),
                .fields(id: "f", items: [.init(label: evil, value: evil)]),
                .text(id: "t", evil), .placeholder(id: "p", evil),
            ], buttons: [Button(action: evil, title: evil)])
        let controls = text(screen).unicodeScalars.filter {
            $0 != "\n" && ($0.properties.generalCategory == .control || $0.properties.isBidiControl)
        }
        #expect(controls.isEmpty)
    }

    private func unknown(_ json: String) throws -> Element {
        try JSONDecoder().decode(Element.self, from: Data(json.utf8))
    }

    private func lines(_ screen: Screen) -> [StyledLine] {
        ScreenText(
            command: { button, row in "do \(button.action)" + (row == nil ? "" : " for a row") },
            linkCommand: { "open \($0.feature)" }
        ).lines(of: screen)
    }

    private func text(_ screen: Screen) -> String {
        String(decoding: lines(screen).encoded(colored: false), as: UTF8.self)
    }
}
