import CoreMetrics
import HTTPTypes
import Hummingbird
import Synchronization

/// Counts the requests of one route and method by the status of the response, and records their durations.
///
/// A counter is created when its status first occurs. After that, counting takes one array access and one atomic
/// addition.
final class StatusCounters: Sendable {
    private final class Place: Sendable {
        let counter = AtomicLazyReference<Counter>()
    }

    /// The statuses that have their own counter.
    ///
    /// All other statuses share one counter.
    private static let statuses = [
        200, 201, 204, 303, 304, 400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 431, 500, 503, 504,
    ]
    private static let indices = statuses.reduce(into: [UInt8](repeating: UInt8(statuses.count), count: 600)) {
        $0[$1] = UInt8(statuses.firstIndex(of: $1) ?? statuses.count)
    }

    private let durations = AtomicLazyReference<CoreMetrics.Timer>()
    private let places = (0...StatusCounters.statuses.count).map { _ in Place() }
    private let factory: any MetricsFactory
    private let route: String
    private let method: String

    init(route: String, method: String, factory: any MetricsFactory) {
        (self.route, self.method, self.factory) = (route, method, factory)
    }

    func count(_ status: HTTPResponse.Status) {
        let code = status.code
        let isKnown = StatusCounters.indices.indices.contains(code)
        let index = isKnown ? Int(StatusCounters.indices[code]) : StatusCounters.statuses.count
        let place = places[index]
        (place.counter.load() ?? make(index, place)).increment()
    }

    /// Counts a response and records its duration.
    func count(_ status: HTTPResponse.Status, took duration: Duration) {
        count(status)
        let timer =
            durations.load()
            ?? durations.storeIfNil(
                CoreMetrics.Timer(
                    label: HostMetrics.requestDurations, dimensions: [("route", route), ("method", method)],
                    factory: factory))
        timer.record(duration)
    }

    private func make(_ index: Int, _ place: Place) -> Counter {
        let status = index < StatusCounters.statuses.count ? String(StatusCounters.statuses[index]) : "other"
        return place.counter.storeIfNil(
            Counter(
                label: HostMetrics.requests,
                dimensions: [("route", route), ("method", method), ("status", status)], factory: factory))
    }
}

/// The counters of a route.
///
/// A GET route also has counters for HEAD.
struct RouteCounters: Sendable {
    private let own: StatusCounters
    private let head: StatusCounters?

    init(_ route: Route, factory: any MetricsFactory) {
        own = StatusCounters(route: route.path, method: route.method.rawValue, factory: factory)
        head = route.method == .get ? StatusCounters(route: route.path, method: "HEAD", factory: factory) : nil
    }

    /// Counts the response to a request, records its duration, and returns the response.
    @inline(never)
    func counted(_ response: Response, to request: Request, took duration: Duration) -> Response {
        let counters = if let head, request.method == .head { head } else { own }
        counters.count(response.status, took: duration)
        return response
    }
}
