import NIOCore
import NIOPosix
import Synchronization

/// The open connections: no more than the process can hold, and of one address no more than its share.
///
/// At a limit the new connection takes the place of an idle one, on which no answer is under way: one of the same address
/// at the address's limit, else one of the address with the most idle ones. Sockets that do nothing, or send a request for
/// ever, shut nobody out. When no connection is idle, the new one is told 503.
final class Connections: Sendable {
    /// How many there may be.
    struct Limits: Sendable {
        var all: Int
        var address: Int
        /// Whether `all` is less than the option says, because the process can open too few files.
        var isAllReduced = false
        /// Whether `address` is less than the option says, because the process can open too few files.
        var isAddressReduced = false
    }

    /// How long a refused connection has for its request.
    private static let patience = TimeAmount.seconds(2)

    private let state: Mutex<ConnectionLines>
    private let log: LimitLog
    /// The scheduled end of all requests.
    private let end = Mutex<Scheduled<Void>?>(nil)

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
        if let met = entry.met { note(met, entry.leaving == nil ? .refused : .madeRoom) }
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

    private func note(_ met: ConnectionLines.MetLimit, _ outcome: LimitLog.Outcome) {
        let limits = limits
        switch met {
        case .address:
            log.note(
                Settings.addressConnectionLimit, limits.address, outcome, isOfProcess: limits.isAddressReduced)
        case .all: log.note(Settings.openConnectionLimit, limits.all, outcome, isOfProcess: limits.isAllReduced)
        }
    }

    /// Notes that a request has arrived whole on a connection, or that one was answered.
    func note(_ connection: Connection, isAnswering: Bool) {
        state.withLock { $0.note(connection, isAnswering: isAnswering) }
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

    /// Answers requests 503 that have no answer after some time, because the host ends; the first call sets the time.
    func stop(in time: TimeAmount) {
        end.withLock { end in
            guard end == nil else { return }
            // On a thread of the network's: features may keep all threads of Swift's busy.
            end = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: time) { [weak self] in self?.stop() }
        }
    }

    /// Calls off what ``stop(in:)`` has scheduled.
    func cancelStop() { end.withLock { $0?.cancel() } }

    private func stop() {
        for channel in state.withLock(\.channels) { channel.pipeline.fireUserInboundEventTriggered(HostStops()) }
    }
}

/// The event that tells a connection that the host ends.
struct HostStops: Sendable {}
