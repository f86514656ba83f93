import FeatureKit
import Interaction
import Testing

@Suite("The axes of a chart", .timeLimit(.minutes(5))) struct ChartScaleTests {
    static let axes: [([Double], Bool, [Double])] = [
        ([4, 9], true, [0, 5, 10]), ([4, 9], false, [4, 6, 8, 10]), ([0, 30], true, [0, 10, 20, 30]),
        ([-1, 9], true, [-5, 0, 5, 10]), ([-7, -2], true, [-10, -5, 0]), ([0.1, 0.3], true, [0, 0.1, 0.2, 0.3]),
        // One value, equal values, no values, zeros.
        ([7], true, [0, 5, 10]), ([7], false, [0, 5, 10]), ([-3, -3], false, [-3, -2, -1, 0]), ([], true, [0, 0.5, 1]),
        ([0, 0], true, [0, 0.5, 1]), ([0], false, [0, 0.5, 1]),
        // Large, small and close numbers, and what no view can draw.
        ([1e100, -1e100], false, [-1e100, 0, 1e100]), ([3e-200], true, [0, 1e-200, 2e-200, 3e-200]),
        ([.leastNonzeroMagnitude], true, [0, 0.5, 1]),
        ([1_000_001, 1_000_003], false, [1_000_001, 1_000_002, 1_000_003]),
        ([.nan, 2], true, [0, 1, 2]), ([.infinity, .greatestFiniteMagnitude], true, [0, 5e99, 1e100]),
    ]

    @Test(arguments: axes) func `an axis begins and ends with rounded numbers around all values`(
        values: [Double], includesZero: Bool, ticks: [Double]
    ) {
        #expect(ChartScale(of: values, includesZero: includesZero).ticks == ticks)
    }

    @Test func `any numbers have an axis with two to four ticks, which contains them`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let exponent = Int.random(in: -280...99, using: &random)
            let values = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Double.random(in: -1...1, using: &random) * (Double("1e\(exponent)") ?? 1)
            }
            let scale = ChartScale(of: values, includesZero: Bool.random(using: &random))
            #expect((2...4).contains(scale.ticks.count) && scale.ticks == scale.ticks.sorted(), "\(values)")
            let slack = (scale.high - scale.low) * 1e-5
            #expect(values.allSatisfy { $0 >= scale.low - slack && $0 <= scale.high + slack }, "\(values)")
            #expect(values.allSatisfy { (0...1).contains(scale.share(of: $0)) }, "\(values)")
        }
    }

    @Test func `a value has its share of the axis`() {
        let scale = ChartScale(of: [-5, 10], includesZero: true)
        #expect(scale.ticks == [-5, 0, 5, 10])
        #expect(scale.share(of: -5) == 0 && scale.share(of: 10) == 1 && scale.share(of: 2.5) == 0.5)
        #expect(scale.share(of: 11) == 1 && scale.share(of: -1e300) == 0)
    }

    @Test func `bars have the line of zero, and lines need it only if it is near`() {
        func ticks(_ style: ChartElement.Style) -> [Double] {
            let series = ChartElement.Series("S", [20, nil, 22])
            let chart = Element.chart(id: "c", "C", style: style, labels: ["a", "b", "c"], series: [series])
            guard case .chart(let chart) = chart else { return [] }
            return ChartScale(chart).ticks
        }
        #expect(ticks(.bars) == [0, 10, 20, 30])
        #expect(ticks(.lines) == [20, 21, 22])
    }

    private func chosen(_ widths: [Int], _ room: Int, gap: Int = 1) -> [[Int]] {
        ChartLabel.choose(widths: widths, room: room, gap: gap).map { [$0.index, $0.start] }
    }

    @Test func `labels stand below the middle of their part and do not touch`() {
        #expect(chosen([1, 1, 1], 9) == [[0, 1], [1, 4], [2, 7]])
        #expect(chosen([6, 6, 6], 13) == [[0, 0], [2, 7]])
        #expect(chosen([6, 6, 6], 12) == [[2, 6]])
        #expect(chosen([3], 9) == [[0, 3]])
        #expect(chosen([], 9) == [])
        #expect(chosen([20, 20], 9) == [[1, 0]])
    }

    @Test func `chosen labels never touch, never leave the axis, and keep their order`() {
        for count in 1...60 {
            for room in 1...80 {
                let widths = (0..<count).map { 1 + ($0 * 7 + count) % min(9, room) }
                let labels = ChartLabel.choose(widths: widths, room: room, gap: 1)
                #expect(labels.last?.index == count - 1)
                #expect(labels.allSatisfy { $0.start >= 0 && $0.start + widths[$0.index] <= room }, "\(count) \(room)")
                #expect(
                    zip(labels, labels.dropFirst()).allSatisfy { $0.start + widths[$0.index] < $1.start },
                    "\(count) \(room)")
            }
        }
    }
}

@Suite("A short line beside a value", .timeLimit(.minutes(5))) struct TrendTests {
    static let trends: [([Double], String, String)] = [
        ([4, 6, 3, 9], "▄▆▃█", "from 4 to 9"), ([0, 7], "▁█", "from 0 to 7"), ([5, 5], "██", "from 5 to 5"),
        ([0, 0, 0], "▁▁▁", "from 0 to 0"), ([-2, 0, 2], "▁▅█", "from -2 to 2"), ([-2, -1], "▁▅", "from -2 to -1"),
        ([0.5, 1.25], "▄█", "from 0.5 to 1.25"), ([1e300, 1], "█▁", "from 1e+300 to 1"),
        (
            [-.greatestFiniteMagnitude, .greatestFiniteMagnitude], "▁▁",
            "from -1.7976931348623157e+308 to 1.7976931348623157e+308"
        ),
    ]

    @Test(arguments: trends) func `numbers are blocks of eight heights, and words`(
        values: [Double], blocks: String, words: String
    ) throws {
        let trend = try #require(Trend(values))
        #expect(trend.blocks == blocks && trend.words == words)
    }

    @Test func `fewer than two numbers are no line, and what no view can draw is drawn somehow`() {
        #expect(Trend(nil) == nil && Trend([]) == nil && Trend([1]) == nil)
        #expect(Trend([.nan, 1])?.blocks == "▁█")
        #expect(Trend([.infinity, 1])?.blocks.count == 2)
    }
}
