import HTTPConnections
import NIOCore
import ServiceLifecycle

/// Ends expired sessions and sign-ins and reads changed secrets while the server runs, and ends all sessions when it stops.
///
/// Returns free memory to the system after many sessions and streams have ended.
struct SessionService: Service {
    let pool: SessionPool
    let access: Access?
    let proxied: ProxyPersons?
    let streams: StreamPlaces
    let connections: Connections
    /// The time limit for running requests to finish when the server stops.
    let drain: TimeAmount

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            async let expiring: Void? = access?.expire()
            async let watching: Void? = access?.watchFile()
            async let renewing: Void? = access?.renew()
            async let rereading: Void? = proxied?.watchFile()
            var memory = FreeMemory()
            try await pool.expire { endedCount in
                if memory.isWorthReturning(after: endedCount + streams.closedCount) { FreeMemory.giveBack() }
            }
            _ = try await (expiring, watching, renewing, rereading)
        }
        connections.stop(in: drain)
        pool.drain()
    }
}
