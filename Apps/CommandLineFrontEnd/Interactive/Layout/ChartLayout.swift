import FeatureKit
import Interaction
import TerminalKit

/// A chart as lines of cells.
struct ChartLayout {
    /// The number of lines between the least and the greatest number.
    static let height = 8
    /// The greatest width of a bar in cells.
    private static let widestBar = 6

    private(set) var lines: [StyledLine]
    private let chart: ChartElement
    private let scale: ChartScale
    /// The width of the numbers beside the axis in cells.
    private let axis: Int
    /// The width of the plot in cells.
    private let room: Int
    /// The indices of the labels that fit: the last ones.
    private let shown: Range<Int>

    /// Lays out a chart.
    ///
    /// - Parameters:
    ///   - chart: The chart.
    ///   - width: The width of a line in cells.
    init(_ chart: ChartElement, width: Int) {
        self.chart = chart
        lines = chart.caption.wrapped(to: width).map { StyledLine($0) }
        scale = ChartScale(chart)
        axis = scale.ticks.map { ChartElement.text(of: $0).displayWidth }.max() ?? 0
        let isSeveral = chart.series.count > 1
        let marks = isSeveral && chart.style == .lines ? chart.series.count : 0
        room = width - axis - 1 - marks
        let fitting = chart.style == .bars ? room / max(1, chart.series.count + (isSeveral ? 1 : 0)) : 2 * room
        shown = max(0, chart.labels.count - max(0, fitting))..<chart.labels.count
        let obstacle =
            chart.hasValues ? shown.isEmpty ? "The terminal is too narrow for this chart." : nil : "No values"
        if let obstacle {
            lines += obstacle.wrapped(to: width).map { StyledLine($0, .dim) }
            return
        }
        lines += chart.style == .bars ? bars() : curves()
        lines.append(labels())
        if isSeveral { lines += legend(width: width) }
        if !shown.contains(0) {
            let words = "The last \(shown.count) of \(chart.labels.count)"
            lines += words.wrapped(to: width).map { StyledLine($0, .dim) }
        }
    }

    // MARK: - Bars

    private func bars() -> [StyledLine] {
        let (slot, count) = (room / shown.count, chart.series.count)
        let bar = min(Self.widestBar, max(1, (slot - 1) / count))
        let rows = BarRows(scale, height: Self.height)
        var above = [CellRow](repeating: CellRow(width: room), count: rows.above)
        var below = [CellRow](repeating: CellRow(width: room), count: rows.below)
        var zero = CellRow(width: slot * shown.count, filling: "─")
        for (place, index) in shown.enumerated() {
            let first = place * slot + (slot - bar * count) / 2
            for (number, series) in chart.series.enumerated() {
                let cells = first + number * bar..<first + (number + 1) * bar
                guard let value = series.value(at: index) else {
                    // A gap in the line of zero tells a missing number from zero.
                    for cell in cells { zero.put(" ", .plain, at: cell) }
                    continue
                }
                if count > 1 {
                    zero.put(Character("\(number + 1)"), series.shownTone, at: first + number * bar + (bar - 1) / 2)
                }
                for (row, block) in rows.blocks(of: value).enumerated() {
                    for cell in cells {
                        if value > 0 {
                            above[row].put(block, series.shownTone, at: cell)
                        } else {
                            below[row].put(block, series.shownTone, at: cell)
                        }
                    }
                }
            }
        }
        var ticks: [Int: Double] = [:]
        for tick in scale.ticks { ticks[rows.row(of: tick)] = tick }
        return (above.reversed() + [zero] + below).enumerated().map { number, row in
            let place = rows.above - number
            return edge(ticks[place], isZero: place == 0) + row.line
        }
    }

    // MARK: - Lines

    private func curves() -> [StyledLine] {
        var raster = DotRaster(width: room, height: Self.height)
        var ends = [String](repeating: "", count: Self.height)
        func point(_ place: Int, _ value: Double) -> (x: Int, y: Int) {
            let x = (Double(place) + 0.5) / Double(shown.count) * Double(2 * room)
            return (min(2 * room - 1, Int(x)), raster.dot(atShare: scale.share(of: value)))
        }
        for (number, series) in chart.series.enumerated() {
            var last: (x: Int, y: Int)?
            var end: Int?
            raster.begin(series.shownTone, dashes: ChartMarks.dashes[number % ChartMarks.dashes.count])
            for (place, index) in shown.enumerated() {
                guard let value = series.value(at: index) else {
                    last = nil
                    continue
                }
                let next = point(place, value)
                raster.draw(from: last ?? next, to: next)
                (last, end) = (next, next.y / DotRaster.rows)
            }
            if let end, chart.series.count > 1 { ends[end] += "\(number + 1)" }
        }
        var ticks: [Int: Double] = [:]
        for tick in scale.ticks { ticks[raster.dot(atShare: scale.share(of: tick)) / DotRaster.rows] = tick }
        let floor = StyledLine(String(repeating: " ", count: axis) + "└" + String(repeating: "─", count: room), .dim)
        return raster.lines.enumerated().map { number, row in
            edge(ticks[number], isZero: ticks[number] == 0) + row.line + StyledLine(ends[number])
        } + [floor]
    }

    // MARK: - Around the plot

    private func edge(_ tick: Double?, isZero: Bool) -> StyledLine {
        let text = tick.map { ChartElement.text(of: $0) } ?? ""
        let space = String(repeating: " ", count: axis - text.displayWidth)
        return StyledLine(space + text + (isZero ? "┼" : tick == nil ? "│" : "┤"), .dim)
    }

    private func labels() -> StyledLine {
        // Bars stand in parts of equal width, which leave a rest at the right.
        let width = chart.style == .bars ? room / shown.count * shown.count : room
        let texts = chart.labels[shown].map { $0.madeVisible.clipped(to: width) }
        var line = StyledLine()
        for label in ChartLabel.choose(widths: texts.map(\.displayWidth), room: width, gap: 1) {
            line.append(spaces: axis + 1 + label.start - line.displayWidth)
            line.append(texts[label.index], .dim)
        }
        return line
    }

    private func legend(width: Int) -> [StyledLine] {
        var lines = [StyledLine()]
        for (number, series) in chart.series.enumerated() {
            let words = "\(number + 1) \(series.name)".madeVisible.clipped(to: width)
            let gap = lines[lines.count - 1].isEmpty ? 0 : 3
            if gap > 0, lines[lines.count - 1].displayWidth + gap + words.displayWidth > width {
                lines.append(StyledLine())
            } else {
                lines[lines.count - 1].append(spaces: gap)
            }
            lines[lines.count - 1].append(words, TextStyle(tone: series.shownTone))
        }
        return lines
    }
}
