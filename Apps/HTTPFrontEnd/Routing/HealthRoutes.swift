import HTTPConnections
import HTTPTypes
import Hummingbird

/// The routes that tell supervisors whether the host is alive and ready, and the route of its metrics.
struct HealthRoutes {
    let pool: SessionPool
    let streams: StreamPlaces
    let metrics: HostMetrics
    let readiness: Readiness

    var routes: [Route] {
        [
            Route(.get, "/livez", isOpen: true) { _, _ in .text("ok\n") },
            Route(.get, "/readyz", isOpen: true) { _, _ in
                if pool.isDraining { return unready("draining", retryAfter: .seconds(5)) }
                guard await readiness.isReady() else {
                    return unready("the store is unavailable", retryAfter: Readiness.interval)
                }
                return .text("ok\n")
            },
            Route(.get, "/metrics") { _, _ in
                let text = metrics.text(sessions: pool.places.count, streams: streams.count)
                return .text(text, type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }

    private func unready(_ reason: String, retryAfter pause: Duration) -> Response {
        var response = Response.text("\(reason)\n", status: .serviceUnavailable)
        response.headers[.retryAfter] = "\(pause.components.seconds)"
        return response
    }
}
