import CoreMetrics
import Synchronization

/// Creates and stores metrics, and writes them in Prometheus' text format 0.0.4.
///
/// Each host has its own registry, and no registry is bootstrapped for the whole process, so hosts and tests do not
/// share counts.
final class MetricsRegistry: MetricsFactory {
    private struct Family {
        let kind: String
        var series: [String: any MetricSeries] = [:]
    }

    private let families = Mutex<[String: Family]>([:])
    private let help: [String: String]

    /// Creates an empty registry.
    ///
    /// - Parameter help: The help texts, by metric name.
    init(help: [String: String] = [:]) { self.help = help }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, CounterSeries.init)
    }

    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, GaugeSeries.init)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        aggregate ? series(label, dimensions, HistogramSeries.init) : series(label, dimensions, GaugeSeries.init)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, HistogramSeries.init)
    }

    func destroyCounter(_ handler: any CounterHandler) { remove(handler) }

    func destroyMeter(_ handler: any MeterHandler) { remove(handler) }

    func destroyRecorder(_ handler: any RecorderHandler) { remove(handler) }

    func destroyTimer(_ handler: any TimerHandler) { remove(handler) }

    /// All metrics, sorted by name and labels.
    var text: String {
        let families = families.withLock(\.self)
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            if let help = help[name] { text += "# HELP \(name) \(help)\n" }
            text += "# TYPE \(name) \(family.kind)\n"
            for (labels, series) in family.series.sorted(by: { $0.key < $1.key }) {
                series.write(name, labels, to: &text)
            }
        }
        return text
    }

    /// Returns the series with a name and labels, and creates it if necessary.
    ///
    /// If a series of another type already has this name and these labels, returns a new series that is never written.
    private func series<Series: MetricSeries>(
        _ label: String, _ dimensions: [(String, String)], _ make: () -> Series
    ) -> Series {
        let labels = dimensions.map { "\($0)=\"\(MetricsRegistry.escape($1))\"" }.joined(separator: ",")
        return families.withLock { families in
            if let known = families[label]?.series[labels] { return known as? Series ?? make() }
            let series = make()
            families[label, default: Family(kind: Series.kind)].series[labels] = series
            return series
        }
    }

    private func remove(_ handler: AnyObject) {
        families.withLock { families in
            families = families.mapValues { family in
                var family = family
                family.series = family.series.filter { $0.value !== handler }
                return family
            }
        }
    }

    private static func escape(_ text: String) -> String {
        String(
            text.flatMap { character in
                switch character {
                case "\\": "\\\\"
                case "\"": "\\\""
                case "\n": "\\n"
                default: String(character)
                }
            })
    }
}
