package import FeatureKit

/// The vertical axis of a chart: a range of numbers that begins and ends with a rounded one.
package struct ChartScale: Sendable, Hashable {
    /// The rounded numbers beside the axis, in ascending order: two to four.
    package let ticks: [Double]

    /// The least number of the axis.
    package var low: Double { ticks[0] }
    /// The greatest number of the axis.
    package var high: Double { ticks[ticks.count - 1] }

    /// Creates the axis of a chart.
    ///
    /// Bars begin at zero, so their axis includes it.
    package init(_ chart: ChartElement) {
        let values = chart.series.flatMap { each in chart.labels.indices.compactMap { each.value(at: $0) } }
        self.init(of: values, includesZero: chart.style == .bars)
    }

    /// Creates an axis for numbers.
    ///
    /// The axis includes zero anyway if the numbers are all equal. Numbers beyond the limit of charts count as the limit,
    /// and NaN is left out.
    package init(of values: [Double], includesZero: Bool) {
        let limit = ChartElement.magnitudeLimit
        let values = values.filter { !$0.isNaN }.map { min(limit, max(-limit, $0)) }
        var (low, high) = (values.min() ?? 0, values.max() ?? 0)
        if includesZero || high - low <= max(low.magnitude, high.magnitude) * 1e-9 {
            (low, high) = (min(0, low), max(0, high))
        }
        // The digits of still smaller numbers are not exact.
        if high - low < 1e-290 { (low, high) = (0, 1) }
        var exponent = Int((Double((high - low).exponent) * 0.30103).rounded(.down)) - 2
        while true {
            for mantissa in [1, 2, 5] {
                let step = Self.decimal(mantissa, exponent)
                // Rounding errors of the division add no tick.
                let (first, last) = ((low / step + 1e-6).rounded(.down), (high / step - 1e-6).rounded(.up))
                guard last - first <= 3 else { continue }
                ticks = (Int(first)...Int(last)).map { Self.decimal($0 * mantissa, exponent) }
                return
            }
            exponent += 1
        }
    }

    /// Returns the share of the axis below a number, from 0 to 1.
    package func share(of value: Double) -> Double { min(1, max(0, (value - low) / (high - low))) }

    /// Returns the double that is nearest to a decimal number.
    ///
    /// A product with a power of ten would be another one: three times 0.1 is not 0.3.
    private static func decimal(_ digits: Int, _ exponent: Int) -> Double { Double("\(digits)e\(exponent)") ?? 0 }
}

/// The marks that tell the series of a chart apart without colours.
package enum ChartMarks {
    /// The lengths of the strokes and gaps of each series' line; empty for a line without gaps.
    package static let dashes: [[Int]] = [[], [6, 3], [2, 3], [8, 3, 2, 3]]
}

/// A label of a horizontal axis and the place of its first unit.
package struct ChartLabel: Sendable, Hashable {
    /// The label's index among all labels.
    package let index: Int
    /// The place of the label's left edge, counted from the left edge of the axis.
    package let start: Int

    /// Chooses labels that do not touch each other, with equal distances as far as possible.
    ///
    /// Each label is in the middle of its part of the axis, unless it would leave the axis there. The first and the last
    /// label are among the chosen ones, or the last label alone.
    ///
    /// - Parameters:
    ///   - widths: The width of each label.
    ///   - room: The width of the axis, in the same unit as the labels.
    ///   - gap: The least distance between two labels.
    package static func choose(widths: [Int], room: Int, gap: Int) -> [ChartLabel] {
        guard let last = widths.indices.last else { return [] }
        let part = Double(room) / Double(widths.count)
        func label(_ index: Int) -> ChartLabel {
            let middle = (Double(index) + 0.5) * part
            let start = (middle - Double(widths[index]) / 2).rounded()
            return ChartLabel(index: index, start: max(0, min(Int(start), room - widths[index])))
        }
        var count = min(widths.count, room / (gap + 1) + 1)
        while count > 1 {
            let labels = (0..<count).map { label(($0 * last + (count - 1) / 2) / (count - 1)) }
            let fits = zip(labels, labels.dropFirst()).allSatisfy { $0.start + widths[$0.index] + gap <= $1.start }
            if fits { return labels }
            count -= 1
        }
        return [label(last)]
    }
}
