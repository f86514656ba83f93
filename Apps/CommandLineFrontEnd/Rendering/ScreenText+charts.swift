import FeatureKit

extension ScreenText {
    /// Renders a chart: its title, and a table of its labels and values.
    func chart(_ chart: ChartElement, tone: Tone) -> [StyledLine] {
        let title = wrapped(chart.caption.lines.map { indented($0, TextStyle(tone: tone)) })
        guard chart.hasValues else { return title + wrapped([indented("No values", .dim)]) }
        var table = TextTable(rows: [[StyledLine()] + chart.series.map { StyledLine($0.name, .dim) }])
        table.rightAligned = Set(1...chart.series.count)
        for (index, label) in chart.labels.enumerated() {
            let values = chart.series.map { StyledLine(ChartElement.text(of: $0.value(at: index))) }
            table.rows.append([StyledLine(label, .dim)] + values)
        }
        return title + table.lines(fitting: width)
    }
}
