import CoreMetrics
import Synchronization

/// A metric with one set of labels.
///
/// It is written as one line; a histogram is written as several lines.
protocol MetricSeries: AnyObject, Sendable {
    /// The name of the metric type in Prometheus' text format.
    static var kind: String { get }

    /// Appends the lines of the series to a text.
    ///
    /// - Parameters:
    ///   - name: The metric's name.
    ///   - labels: The labels as `name="value"`, separated by commas.
    ///   - text: The text to append to.
    func write(_ name: String, _ labels: String, to text: inout String)
}

extension MetricSeries {
    func line(_ name: String, _ labels: String, _ value: some CustomStringConvertible, to text: inout String) {
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }
}

final class CounterSeries: MetricSeries, CounterHandler {
    static let kind = "counter"
    private let total = Atomic<Int64>(0)

    func increment(by amount: Int64) { total.wrappingAdd(amount, ordering: .relaxed) }

    func reset() { total.store(0, ordering: .relaxed) }

    func write(_ name: String, _ labels: String, to text: inout String) {
        line(name, labels, total.load(ordering: .relaxed), to: &text)
    }
}

final class GaugeSeries: MetricSeries, MeterHandler, RecorderHandler {
    static let kind = "gauge"
    private let value = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ value: Double) { self.value.withLock { $0 = value } }

    func increment(by amount: Double) { value.withLock { $0 += amount } }

    func decrement(by amount: Double) { value.withLock { $0 -= amount } }

    func record(_ value: Int64) { set(value) }

    func record(_ value: Double) { set(value) }

    func write(_ name: String, _ labels: String, to text: inout String) {
        line(name, labels, value.withLock(\.self), to: &text)
    }
}

/// Counts values in buckets by size.
final class HistogramSeries: MetricSeries, TimerHandler, RecorderHandler {
    private struct Counts {
        var upTo = [Int](repeating: 0, count: HistogramSeries.bounds.count)
        var all = 0
        var sum = 0.0
    }

    static let kind = "histogram"
    /// The upper bounds of the buckets, in seconds.
    ///
    /// These are Prometheus' default bounds and two smaller ones, because most screens take less than 5 ms.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    private let counts = Mutex(Counts())

    func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) {
        counts.withLock { counts in
            if let index = HistogramSeries.bounds.firstIndex(where: { value <= $0 }) { counts.upTo[index] += 1 }
            counts.all += 1
            counts.sum += value
        }
    }

    func write(_ name: String, _ labels: String, to text: inout String) {
        let counts = counts.withLock(\.self)
        let start = labels.isEmpty ? "" : "\(labels),"
        var below = 0
        for (bound, count) in zip(HistogramSeries.bounds, counts.upTo) {
            below += count
            line("\(name)_bucket", "\(start)le=\"\(bound)\"", below, to: &text)
        }
        line("\(name)_bucket", "\(start)le=\"+Inf\"", counts.all, to: &text)
        line("\(name)_sum", labels, counts.sum, to: &text)
        line("\(name)_count", labels, counts.all, to: &text)
    }
}
