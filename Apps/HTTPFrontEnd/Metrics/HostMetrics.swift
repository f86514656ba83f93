import CoreMetrics
import FeatureKit

/// What a host counts, for Prometheus to fetch from `/metrics`.
///
/// Labels are bounded: routes, statuses and features, never what a client chose.
struct HostMetrics: Sendable {
    static let requests = "featurehost_http_requests_total"
    private static let sessionCount = "featurehost_sessions"
    private static let streamCount = "featurehost_streams"
    private static let frameBytesSent = "featurehost_frame_bytes_total"
    private static let patchBytesSent = "featurehost_patch_bytes_total"
    private static let actions = "featurehost_action_duration_seconds"
    private static let help = [
        requests: "Requests answered, by route, method and status.",
        sessionCount: "Sessions that run, those of one shot too.",
        streamCount: "Event streams that are open.",
        frameBytesSent: "Bytes of whole frames written to event streams.",
        patchBytesSent: "Bytes of patches written to event streams.",
        actions: "How long actions took, by feature.",
    ]

    /// Bytes of whole frames written to event streams.
    let frameBytes: Counter
    /// Bytes of patches written to event streams.
    let patchBytes: Counter
    /// What makes more of them.
    let factory: any MetricsFactory
    private let registry: MetricsRegistry
    private let sessions: Meter
    private let streams: Meter
    private let actionTimers: [String: CoreMetrics.Timer]

    /// Creates the metrics of a host.
    ///
    /// - Parameter features: The ids of its features.
    init(features: [String]) {
        let registry = MetricsRegistry(help: HostMetrics.help)
        (self.registry, factory) = (registry, registry)
        frameBytes = Counter(label: HostMetrics.frameBytesSent, factory: registry)
        patchBytes = Counter(label: HostMetrics.patchBytesSent, factory: registry)
        sessions = Meter(label: HostMetrics.sessionCount, factory: registry)
        streams = Meter(label: HostMetrics.streamCount, factory: registry)
        actionTimers = Dictionary(
            uniqueKeysWithValues: features.map { id in
                (id, CoreMetrics.Timer(label: HostMetrics.actions, dimensions: [("feature", id)], factory: registry))
            })
    }

    /// Notes how long an action of a feature took, however it ended.
    func noteAction(of feature: String, took duration: Duration) {
        let (seconds, attoseconds) = duration.components
        actionTimers[feature]?.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// Performs an action of a feature and notes how long that takes.
    func timingAction<Result>(
        of feature: String, clock: any Clock<Duration>, _ action: () async throws -> Result
    ) async rethrows -> Result {
        let elapsed = clock.stopwatch()
        defer { noteAction(of: feature, took: elapsed()) }
        return try await action()
    }

    /// Everything that was counted, as Prometheus reads it.
    func text(sessions sessionCount: Int, streams streamCount: Int) -> String {
        sessions.set(sessionCount)
        streams.set(streamCount)
        return registry.text
    }
}
