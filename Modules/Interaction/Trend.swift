import FeatureKit

/// A short line of numbers without an axis, beside a value.
package struct Trend: Sendable, Hashable {
    /// The height of each number, from 0 to 1.
    ///
    /// The height 0 is zero, or the least number if that is negative. The height 1 is the greatest number, or zero.
    package let heights: [Double]
    /// The first and the last number in words, such as "from 4 to 9".
    package let words: String

    /// Creates the line; `nil` for fewer than two numbers.
    package init?(_ values: [Double]?) {
        guard let values, values.count > 1, let first = values.first, let last = values.last else { return nil }
        let (low, high) = (values.reduce(0, min), values.reduce(0, max))
        heights = values.map { high > low ? min(1, max(0, ($0 - low) / (high - low))) : 0 }
        words = "from \(FieldValue.decimal(first)) to \(FieldValue.decimal(last))"
    }

    /// The line as text: a block for each number, in eight heights.
    package var blocks: String {
        let blocks = Array("▁▂▃▄▅▆▇█")
        return String(heights.map { blocks[$0.isNaN ? 0 : Int(($0 * 7).rounded())] })
    }
}
