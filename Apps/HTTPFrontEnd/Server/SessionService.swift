import HTTPConnections
import NIOCore
import ServiceLifecycle

/// Ends expired sessions while the server runs, and all sessions when it stops.
struct SessionService: Service {
    let pool: SessionPool
    let connections: Connections
    /// The time limit for running requests to finish when the server stops.
    let drain: TimeAmount

    func run() async throws {
        try? await cancelWhenGracefulShutdown { try await pool.expire() }
        connections.stop(in: drain)
        pool.drain()
    }
}
