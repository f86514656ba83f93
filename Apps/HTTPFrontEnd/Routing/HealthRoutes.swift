import Hummingbird

/// What a supervisor asks: whether the host lives, whether it takes new work, and what it has done.
struct HealthRoutes {
    let pool: SessionPool
    let streams: StreamPlaces
    let metrics: HostMetrics
    let readiness: Readiness

    var routes: [Route] {
        [
            Route(.get, "/livez", isOpen: true) { _, _ in .text("ok\n") },
            Route(.get, "/readyz", isOpen: true) { _, _ in
                if await pool.isDraining { return .text("draining\n", status: .serviceUnavailable) }
                guard await readiness.isReady() else {
                    return .text("the store is unavailable\n", status: .serviceUnavailable)
                }
                return .text("ok\n")
            },
            Route(.get, "/metrics") { _, _ in
                let text = metrics.text(sessions: pool.places.count, streams: streams.count)
                return .text(text, type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }
}
