import NIOCore
import ServiceLifecycle

/// Lets sessions expire while the server runs, and ends them all when it stops.
struct SessionService: Service {
    let pool: SessionPool
    let connections: Connections
    /// How long requests may take when the server stops.
    let drain: TimeAmount

    func run() async throws {
        try? await cancelWhenGracefulShutdown { try await pool.expire() }
        connections.stop(in: drain)
        await pool.drain()
    }
}
