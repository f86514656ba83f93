import Hummingbird

/// What a supervisor asks: whether the host lives, and whether it takes new work.
struct HealthRoutes {
    let pool: SessionPool

    var routes: [Route] {
        [
            Route(.get, "/livez") { _, _ in .text("ok\n") },
            Route(.get, "/readyz") { _, _ in
                await pool.isDraining ? .text("draining\n", status: .serviceUnavailable) : .text("ok\n")
            },
        ]
    }
}
