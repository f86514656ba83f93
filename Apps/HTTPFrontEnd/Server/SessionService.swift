import NIOCore
import NIOPosix
import ServiceLifecycle

/// Lets sessions expire while the server runs, and ends them all when it stops.
struct SessionService: Service {
    let pool: SessionPool
    let connections: Connections
    /// How long requests may take when the server stops.
    let drain: TimeAmount

    func run() async throws {
        try? await cancelWhenGracefulShutdown { try await pool.expire() }
        // On a thread of the network's: work that pays no heed to its end may hold all others.
        MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: drain) { [weak connections] in connections?.stop()
        }
        await pool.drain()
    }
}
