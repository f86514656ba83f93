import NIOCore
import Synchronization

/// The open connections: no more than the process can hold, and of one address no more than its share.
///
/// At a limit the new connection takes the place of one that no answer is under way on, of the same address or else of the
/// address with the most: sockets that do nothing, or send a request for ever, shut nobody out. When all are being answered,
/// the new one is told 503.
final class Connections: Sendable {
    /// How many there may be.
    struct Limits: Sendable {
        var all: Int
        var address: Int
    }

    /// How long a refused connection has for its request.
    private static let patience = TimeAmount.seconds(2)

    private let state: Mutex<ConnectionLines>
    private let log: LimitLog

    init(limits: Limits, log: LimitLog) {
        state = Mutex(ConnectionLines(limits: limits))
        self.log = log
    }

    var limits: Limits {
        get { state.withLock(\.limits) }
        set { state.withLock { $0.limits = newValue } }
    }

    /// Counts a connection that was accepted, until it closes; another may have to give way to it.
    func enter(_ channel: any Channel) -> Connection {
        let address = ClientAddress(channel.remoteAddress)
        let entry = state.withLock { $0.enter(channel, address) }
        switch entry.met {
        case .address(let limit): log.note(Settings.addressConnectionLimit, limit)
        case .all(let limit): log.note(Settings.openConnectionLimit, limit)
        case nil: break
        }
        entry.leaving?.close(promise: nil)
        let connection = entry.connection
        channel.closeFuture.whenComplete { _ in self.state.withLock { $0.leave(connection) } }
        if connection.isRefused {
            _ = channel.eventLoop.scheduleTask(in: entry.isSurplus ? .zero : Connections.patience) {
                channel.close(promise: nil)
            }
        }
        return connection
    }

    /// Closes a connection that nothing is answered on, because the process can open no more.
    func makeRoom() {
        let leaving = state.withLock { $0.takeIdle() }
        leaving?.close(promise: nil)
    }

    /// Notes that a stream of an HTTP/2 connection has begun or ended.
    func note(stream channel: any Channel, isOpen: Bool) {
        state.withLock { $0.streams[ObjectIdentifier(channel)] = isOpen ? channel : nil }
    }

    /// Tells every connection that the host ends: requests that have no answer yet are answered 503.
    func stop() {
        for channel in state.withLock(\.channels) { channel.pipeline.fireUserInboundEventTriggered(HostStops()) }
    }
}

/// The event that tells a connection that the host ends.
struct HostStops: Sendable {}
