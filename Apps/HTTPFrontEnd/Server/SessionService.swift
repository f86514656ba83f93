import ServiceLifecycle

/// Lets sessions expire while the server runs, and ends them all when it stops.
struct SessionService: Service {
    let pool: SessionPool

    func run() async throws {
        try? await cancelWhenGracefulShutdown { try await pool.expire() }
        await pool.drain()
    }
}
