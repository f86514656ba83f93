import HTTPConnections
import NIOCore
import ServiceLifecycle

/// Ends expired sessions and sign-ins while the server runs, and all sessions when it stops.
///
/// Returns free memory to the system after many sessions and streams have ended.
struct SessionService: Service {
    let pool: SessionPool
    let logins: Logins?
    let streams: StreamPlaces
    let connections: Connections
    /// The time limit for running requests to finish when the server stops.
    let drain: TimeAmount

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            async let expiring: Void? = logins?.expire()
            var memory = FreeMemory()
            try await pool.expire { endedCount in
                if memory.isWorthReturning(after: endedCount + streams.closedCount) { FreeMemory.giveBack() }
            }
            _ = try await expiring
        }
        connections.stop(in: drain)
        pool.drain()
    }
}
