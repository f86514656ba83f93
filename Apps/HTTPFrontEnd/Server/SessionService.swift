import HTTPConnections
import NIOCore
import ServiceLifecycle

/// Ends expired sessions and sign-ins while the server runs, and all sessions when it stops.
struct SessionService: Service {
    let pool: SessionPool
    let logins: Logins?
    let connections: Connections
    /// The time limit for running requests to finish when the server stops.
    let drain: TimeAmount

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            async let expiring: Void? = logins?.expire()
            try await pool.expire()
            _ = try await expiring
        }
        connections.stop(in: drain)
        pool.drain()
    }
}
