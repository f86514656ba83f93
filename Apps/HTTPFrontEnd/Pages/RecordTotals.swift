import FeatureKit
import FeatureStorage

/// The numbers of the features' stored records and their last changes, which the catalogue shows.
///
/// All clients together read them once in a few seconds for a feature.
actor RecordTotals {
    /// What the catalogue says about the records of a feature.
    struct Total: Sendable {
        let count: Int
        /// The last change; `nil` if it is unknown.
        let change: HistoryEntry?
    }

    /// The time for which a number is shown.
    static let interval = Duration.seconds(5)
    /// The maximum time that a page waits for the numbers.
    ///
    /// A page without a number is better than a late page. The next page has the number.
    static let patience = Duration.milliseconds(250)

    private let count: @Sendable (any Feature) async -> Int?
    private let lastChange: @Sendable (any Feature) async -> HistoryEntry?
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration
    private var last: [String: (total: Total, time: Duration)] = [:]
    private var counting: [String: SharedWork<Void>] = [:]

    /// Creates the numbers.
    ///
    /// - Parameters:
    ///   - clock: Measures the age of a number and the time of a count.
    ///   - count: Counts the stored records of a feature; `nil` if the feature keeps none, or they cannot be counted.
    ///   - lastChange: Returns the last change of the stored records of a feature; `nil` if it is unknown.
    init(
        clock: any Clock<Duration>, count: @escaping @Sendable (any Feature) async -> Int?,
        lastChange: @escaping @Sendable (any Feature) async -> HistoryEntry?
    ) {
        (self.clock, self.count, self.lastChange) = (clock, count, lastChange)
        elapsed = clock.stopwatch()
    }

    /// Returns the numbers of the records of some features, by feature id; without the numbers that are not known in
    /// time.
    func totals(of features: [RemoteFeature]) async -> [String: Total] {
        var due: [SharedWork<Void>] = []
        for feature in features {
            if let last = last[feature.id], elapsed() - last.time < RecordTotals.interval { continue }
            due.append(work(for: feature))
        }
        let started = elapsed()
        for work in due {
            let rest = RecordTotals.patience - (elapsed() - started)
            guard rest > .zero, (try? await work.value(within: rest, clock: clock)) != nil else { break }
        }
        return Dictionary(features.compactMap { feature in last[feature.id].map { (feature.id, $0.total) } }) { $1 }
    }

    private func work(for feature: RemoteFeature) -> SharedWork<Void> {
        if let work = counting[feature.id] { return work }
        let work = SharedWork { await self.read(feature) }
        counting[feature.id] = work
        return work
    }

    private func read(_ feature: RemoteFeature) async {
        // A number that could not be counted is asked for again by the next page.
        var total: Total?
        if let count = await count(feature.feature) {
            let change = await lastChange(feature.feature)
            // The sample that fills a new store is no news.
            let isFill = change.map { $0.cause == nil && $0.operation == .many(count) } ?? false
            total = Total(count: count, change: isFill ? nil : change)
        }
        (last[feature.id], counting[feature.id]) = (total.map { ($0, elapsed()) }, nil)
    }
}
