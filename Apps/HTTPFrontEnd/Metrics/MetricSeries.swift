import CoreMetrics
import Synchronization

/// One line, or a histogram's lines, of what Prometheus reads.
protocol MetricSeries: AnyObject, Sendable {
    /// What kind of series it is, in Prometheus' words.
    static var kind: String { get }

    /// Writes its lines.
    ///
    /// - Parameters:
    ///   - name: The metric's name.
    ///   - labels: Its labels as `name="value"` with commas between them.
    ///   - text: What to append to.
    func write(_ name: String, _ labels: String, to text: inout String)
}

extension MetricSeries {
    /// Writes one line.
    func line(_ name: String, _ labels: String, _ value: some CustomStringConvertible, to text: inout String) {
        text += labels.isEmpty ? "\(name) \(value)\n" : "\(name){\(labels)} \(value)\n"
    }
}

/// A number that only grows.
final class CounterSeries: MetricSeries, CounterHandler {
    static let kind = "counter"
    private let total = Atomic<Int64>(0)

    func increment(by amount: Int64) { total.wrappingAdd(amount, ordering: .relaxed) }

    func reset() { total.store(0, ordering: .relaxed) }

    func write(_ name: String, _ labels: String, to text: inout String) {
        line(name, labels, total.load(ordering: .relaxed), to: &text)
    }
}

/// A number that goes up and down.
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

/// How values spread: counts of those up to some bounds.
final class HistogramSeries: MetricSeries, TimerHandler, RecorderHandler {
    private struct Counts {
        var upTo = [Int](repeating: 0, count: HistogramSeries.bounds.count)
        var all = 0
        var sum = 0.0
    }

    static let kind = "histogram"
    /// The bounds, in seconds: what a person does not notice, notices, waits for and gives up upon.
    static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]
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
