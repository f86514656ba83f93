import CoreMetrics
import FeatureKit

/// The metrics of a host.
///
/// Prometheus fetches them from `/metrics`.
///
/// All labels have a bounded number of values: routes, statuses and features, never a client's input.
struct HostMetrics: Sendable {
    static let requests = "featurehost_http_requests_total"
    static let requestDurations = "featurehost_http_request_duration_seconds"
    private static let sessionCount = "featurehost_sessions"
    private static let streamCount = "featurehost_streams"
    private static let frameBytesSent = "featurehost_frame_bytes_total"
    private static let patchBytesSent = "featurehost_patch_bytes_total"
    private static let actions = "featurehost_action_duration_seconds"
    private static let outcomes = "featurehost_actions_total"
    private static let help = [
        requests: "Answered requests, by route, method and status.",
        requestDurations: "The time from the header of a request to the start of its answer, by route and method.",
        sessionCount: "Running sessions, including sessions for a single request.",
        streamCount: "Open event streams.",
        frameBytesSent: "The bytes of whole frames that were written to event streams.",
        patchBytesSent: "The bytes of patches that were written to event streams.",
        actions: "The duration of actions, by feature.",
        outcomes: "Calls of actions, by feature and outcome: done, refused, forbidden or failed.",
    ]

    let frameBytes: Counter
    let patchBytes: Counter
    /// Creates the counters of routes.
    let factory: any MetricsFactory
    private let registry: MetricsRegistry
    private let sessions: Meter
    private let streams: Meter
    private let actionTimers: [String: CoreMetrics.Timer]
    private let outcomeCounters: [String: [Audit.Outcome: Counter]]

    /// Creates the metrics of a host.
    ///
    /// - Parameter features: The ids of the host's features.
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
        outcomeCounters = Dictionary(
            uniqueKeysWithValues: features.map { id in
                let counters = Audit.Outcome.allCases.map { outcome in
                    let dimensions = [("feature", id), ("outcome", outcome.rawValue)]
                    return (outcome, Counter(label: HostMetrics.outcomes, dimensions: dimensions, factory: registry))
                }
                return (id, Dictionary(uniqueKeysWithValues: counters))
            })
    }

    /// Records the duration of an action that succeeded or failed.
    func noteAction(of feature: String, took duration: Duration) {
        actionTimers[feature]?.record(duration)
    }

    /// Counts a call of an action.
    func count(_ outcome: Audit.Outcome, of feature: String) {
        outcomeCounters[feature]?[outcome]?.increment()
    }

    /// Returns all metrics in Prometheus' text format.
    func text(sessions sessionCount: Int, streams streamCount: Int) -> String {
        sessions.set(sessionCount)
        streams.set(streamCount)
        return registry.text
    }
}

extension CoreMetrics.Timer {
    func record(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
