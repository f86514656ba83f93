import CommandLineFrontEnd
import FeatureKit
import TerminalKit
import Testing

@Suite("Charts on a terminal", .timeLimit(.minutes(5)))
struct ChartTests {
    private func picture(_ element: Element, columns: Int = 40) -> String {
        var viewing = Viewing(SampleDesk.manifest, columns: columns, lines: 22)
        viewing.show(Screen(title: "Desk", phase: .ready, elements: [element]))
        // Without the bar above and the hints below.
        let lines = viewing.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
        let end = lines.lastIndex { $0.contains("──────") && !$0.contains("┼") && !$0.contains("└") } ?? lines.endIndex
        let cut = lines[..<end].map { String($0.dropFirst(3)) }
        let shown = cut.map { $0.reversed().drop { $0 == " " }.reversed() }.map { String($0) }
        return shown.reversed().drop(while: \.isEmpty).reversed().joined(separator: "\n") + "\n"
    }

    private func bars(
        _ series: [ChartElement.Series], labels: [String] = ["Mon", "Tue", "Wed", "Thu"], unit: String? = nil
    ) -> Element { .chart(id: "c", "Incidents", labels: labels, series: series, unit: unit) }

    @Test("Bars grow by eighths of a row, and a missing number is a gap in the line of zero")
    func bars() {
        #expect(
            picture(bars([.init("Reported", [10, 0, nil, 0.7])], unit: "a day")) == """
                Incidents (a day)
                10┤ ██████
                  │ ██████
                  │ ██████
                  │ ██████
                 5┤ ██████
                  │ ██████
                  │ ██████
                  │ ██████                  ▄▄▄▄▄▄
                 0┼─────────────────      ─────────
                      Mon     Tue     Wed     Thu

                """)
    }

    @Test("Numbers below zero hang from its line, and equal lengths stand for equal numbers")
    func negative() {
        #expect(
            picture(bars([.init("Change", [-5, 10, -0.1, 5])]), columns: 30) == """
                Incidents
                10┤     ████
                  │     ████
                 5┤     ████      ▄▄▄▄
                  │     ████      ████
                  │     ████      ████
                 0┼────────────────────
                  │████      ▔▔▔▔
                  │████
                -5┤▀▀▀▀
                    Mon  Tue  Wed  Thu

                """)
    }

    @Test("Bars of several series stand side by side, each above its number in the line of zero")
    func several() {
        #expect(
            picture(bars([.init("Reported", [4, 8, nil, 2]), .init("Closed", [2, 8, 1, nil], tone: .positive)])) == """
                Incidents
                10┤
                  │         ▃▃▃▃▃▃
                  │         ██████
                  │         ██████
                 5┤ ▂▂▂     ██████
                  │ ███     ██████
                  │ ███▅▅▅  ██████          ▅▅▅
                  │ ██████  ██████     ▆▆▆  ███
                 0┼──1──2────1──2───   ─2────1─   ─
                      Mon     Tue     Wed     Thu
                1 Reported   2 Closed

                """)
    }

    @Test("Lines are drawn with dots, with gaps and lone points, and end with the number of their series")
    func lines() {
        let chart = Element.chart(
            id: "c", "Temperature", style: .lines, labels: ["1", "2", "3", "4", "5", "6"],
            series: [.init("In", [20, 21, nil, 19, nil, 20]), .init("Out", [10, 12, 14, 12, 10, 8], tone: .warning)],
            unit: "°C")
        #expect(
            picture(chart) == """
                Temperature (°C)
                30┤
                  │
                20┤  ⠠⠤⠤⠒⠒⠒         ⢀         ⠠  1
                  │
                  │       ⣀⣀⠤ ⠐⠒⠒⠄ ⢄⣀⣀
                10┤  ⠐⠒⠉⠁              ⠈⠑⠒⠂ ⠤⢄⣀  2
                  │
                 0┼
                  └──────────────────────────────
                     1    2    3    4    5    6
                1 In   2 Out

                """)
    }

    @Test("A chart with more labels than columns shows the last ones, and says so")
    func many() {
        let labels = (1...40).map { "d\($0)" }
        #expect(
            picture(bars([.init("S", (1...40).map(Double.init))], labels: labels), columns: 20) == """
                Incidents
                40┤       ▂▃▅▆█
                  │  ▂▃▅▆██████
                  │▆███████████
                  │████████████
                20┤████████████
                  │████████████
                  │████████████
                  │████████████
                 0┼────────────
                   d29  d35 d40
                The last 12 of
                40

                """)
    }

    @Test("A chart fits every width", arguments: 1...90)
    func widths(columns: Int) {
        let labels = (1...30).map { "November \($0)" }
        let values = (0..<30).map { Double($0 * 37 % 23) - 4 }
        for style in ChartElement.Style.allCases {
            for count in 1...4 {
                let series = (0..<count).map { ChartElement.Series("Series \($0)", values.map { .some($0) }) }
                let chart = Element.chart(id: "c", "Incidents", style: style, labels: labels, series: series)
                var viewing = Viewing(SampleDesk.manifest, columns: columns, lines: 30)
                viewing.show(Screen(title: "Desk", phase: .ready, elements: [chart]))
                #expect(viewing.text.split(separator: "\n").allSatisfy { String($0).displayWidth <= columns })
                #expect(viewing.state.fault == nil)
            }
        }
    }

    @Test("A value beyond the limits is left out, and a chart without values says so")
    func faulty() {
        #expect(picture(bars([])) == "Incidents\nNo values\n")
        #expect(picture(bars([.init("S", [nil, nil])])) == "Incidents\nNo values\n")
        #expect(picture(bars([.init("S", [1])], labels: [])) == "Incidents\nNo values\n")
        #expect(
            picture(bars([.init("S", [.infinity, -.infinity, .nan, 1, 2, 3])]))
                == picture(bars([.init("S", [nil, nil, nil, 1])])))
        #expect(
            picture(bars([.init("S", [1e15])], labels: ["x"]), columns: 20)
                == "Incidents\nThe terminal is\ntoo narrow for\nthis chart.\n")
    }

    @Test("Values with a trend have blocks in eight heights behind them")
    func trend() {
        let items = [FieldsElement.Item(label: "Open", value: "9", detail: "of 40", trend: [4, 6, 3, 9])]
        #expect(picture(.fields(id: "f", items: items, style: .stats)) == "9  ▄▆▃█\nOpen\nof 40\n")
        #expect(picture(.fields(id: "f", items: items)) == "Open  9  ▄▆▃█  of 40\n")
    }

    @Test("Copying the page copies all values")
    func copying() {
        var viewing = Viewing(SampleDesk.manifest)
        viewing.show(
            Screen(
                title: "Desk", phase: .ready,
                elements: [bars([.init("In", [1, nil, 0.5, 4]), .init("Out", [2, 2, 2, 2])])]))
        viewing.type("Y")
        #expect(viewing.copies.last == "Incidents\n\tIn\tOut\nMon\t1\t2\nTue\t–\t2\nWed\t0.5\t2\nThu\t4\t2")
    }
}
