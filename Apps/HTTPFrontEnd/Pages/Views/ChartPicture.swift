import FeatureKit
import Interaction

/// The geometry of a chart in a page.
///
/// The width of the page is unknown, so horizontal places are shares of it.
struct ChartPicture {
    /// A text below the horizontal axis.
    struct Label {
        let text: String
        let x: String
        let anchor: String
    }

    /// The height of the whole picture in CSS pixels.
    static let height = 200
    /// The first line of the plot in CSS pixels.
    static let top = 8
    /// The height of the plot in CSS pixels.
    static let plotHeight = 168
    /// The height of the plot, and the width of a label's part of it, in units of its own.
    static let unit = 1000
    /// How much of each series' bars is filled.
    static let opacities = ["1", "0.5", "0.2", "0"]

    /// The width of the narrowest plot in CSS pixels, in which the labels fit.
    private static let narrowest = 230
    /// A width in CSS pixels that few characters exceed.
    private static let characterWidth = 8

    let chart: ChartElement
    let scale: ChartScale

    init(_ chart: ChartElement) { (self.chart, scale) = (chart, ChartScale(chart)) }

    /// The width of the plot in its own units.
    var width: Int { chart.labels.count * Self.unit }

    /// The width of the numbers beside the axis in CSS pixels.
    var axisWidth: Int {
        (scale.ticks.map { ChartElement.text(of: $0).count }.max() ?? 0) * Self.characterWidth + 10
    }

    /// Returns the height of a number in the whole picture, in CSS pixels from the top.
    func y(of value: Double) -> Int {
        Self.top + Int((Double(Self.plotHeight) * (1 - scale.share(of: value))).rounded())
    }

    /// Returns a horizontal line at a number.
    func line(at value: Double) -> String { "M0 \(plotted(value))H\(width)" }

    /// The texts below the axis, of which none touches another one.
    var labels: [Label] {
        let longest = Self.narrowest / 2 / Self.characterWidth - 1
        let texts = chart.labels.map { $0.count > longest ? "\($0.prefix(longest - 1))…" : $0 }
        let widths = texts.map {
            $0.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) * Self.characterWidth }
        }
        let chosen = ChartLabel.choose(
            widths: widths.map { min($0, Self.narrowest) }, room: Self.narrowest, gap: Self.characterWidth)
        return chosen.map { label in
            let middle = (Double(label.index) + 0.5) / Double(texts.count) * 100
            let half = Double(widths[label.index]) / 2 / Double(Self.narrowest) * 100
            let (x, anchor) =
                if middle - half < 0 { ("0", "start") } else if middle + half > 100 { ("100%", "end") } else {
                    ("\(Self.text(middle))%", "middle")
                }
            return Label(text: texts[label.index], x: x, anchor: anchor)
        }
    }

    /// Returns the bars or the line of a series.
    func path(of index: Int) -> String {
        let values = chart.labels.indices.map { chart.series[index].value(at: $0) }
        return chart.style == .bars ? bars(values, index) : lines(values)
    }

    private func bars(_ values: [Double?], _ index: Int) -> String {
        // Few bars are not as wide as the page.
        let group = min(Self.unit * 4 / 5, Self.unit / 10 * chart.labels.count)
        let width = group / chart.series.count
        let zero = plotted(0)
        var path = ""
        for case (let place, let value?) in values.enumerated() {
            let x = place * Self.unit + (Self.unit - group) / 2 + index * width
            path += "M\(x) \(zero)V\(plotted(value))h\(width)V\(zero)z"
        }
        return path
    }

    private func lines(_ values: [Double?]) -> String {
        var path = ""
        for (place, value) in values.enumerated() {
            guard let value else { continue }
            let point = "\(place * Self.unit + Self.unit / 2) \(plotted(value))"
            let continues = place > 0 && values[place - 1] != nil
            path += (continues ? "L" : "M") + point
            // A line has two ends, so a lone point would not be drawn.
            if !continues, place + 1 == values.count || values[place + 1] == nil { path += "h1" }
        }
        return path
    }

    private func plotted(_ value: Double) -> Int {
        Int((Double(Self.unit) * (1 - scale.share(of: value))).rounded())
    }

    /// Returns a number with at most two decimals.
    static func text(_ number: Double) -> String { FieldValue.decimal((number * 100).rounded() / 100).description }
}
