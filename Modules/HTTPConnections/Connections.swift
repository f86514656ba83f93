package import NIOCore
import NIOPosix
import Synchronization

/// Counts the open connections, in total and per client address, and closes idle connections to make room.
///
/// A connection is idle while it has no complete request to answer. When a new connection exceeds the limit of its
/// address, the longest idle connection of that address is closed. When the new connection exceeds the limit of
/// all connections, the longest idle connection of the address with the most idle connections is closed. When no
/// connection is idle, the new connection is refused with 503. With these rules, a client cannot block other clients by
/// opening connections without using them, or by sending a request that never ends.
///
/// A connection of a trusted proxy has no limit per address until a request tells its client. On HTTP/2, one connection
/// carries the requests of many clients, so it never has one.
package final class Connections: Sendable {
    /// The limits of the number of open connections.
    package struct Limits: Sendable {
        /// The maximum number of connections in total.
        package var all: Int
        /// The maximum number of connections per client address.
        package var address: Int
        /// Whether `all` is below the configured limit because the process may open too few files.
        package var isAllReduced: Bool
        /// Whether `address` is below the configured limit because the process may open too few files.
        package var isAddressReduced: Bool

        /// Creates limits.
        package init(all: Int, address: Int, isAllReduced: Bool = false, isAddressReduced: Bool = false) {
            (self.all, self.address) = (all, address)
            (self.isAllReduced, self.isAddressReduced) = (isAllReduced, isAddressReduced)
        }
    }

    /// The time limit for a refused connection to send its request.
    private static let patience = TimeAmount.seconds(2)

    /// The proxies whose connections count for their clients.
    let proxies: TrustedProxies
    private let state: Mutex<ConnectionTable>
    private let log: LimitLog
    /// The scheduled task that ends all running requests.
    private let end = Mutex<Scheduled<Void>?>(nil)

    /// Creates a count without connections.
    ///
    /// - Parameters:
    ///   - limits: The limits of the number of open connections.
    ///   - proxies: The proxies whose connections count for their clients.
    ///   - log: Logs a warning when a limit is reached.
    package init(limits: Limits, proxies: TrustedProxies = TrustedProxies(), log: LimitLog) {
        state = Mutex(ConnectionTable(limits: limits))
        (self.proxies, self.log) = (proxies, log)
    }

    /// The current limits.
    package var limits: Limits {
        get { state.withLock(\.limits) }
        set { state.withLock { $0.limits = newValue } }
    }

    /// Counts an accepted connection until it closes.
    ///
    /// May close an idle connection to make room, or refuse the new connection.
    func enter(_ channel: any Channel) -> Connection {
        let address = ClientAddress(channel.remoteAddress)
        let isOfProxy = proxies.isTrusted(channel.remoteAddress)
        let entry = state.withLock { $0.enter(channel, address, isOfProxy: isOfProxy) }
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

    /// Counts a proxy's connection for the client of its newest request.
    ///
    /// May close an idle connection of the client to make room.
    ///
    /// - Returns: Whether the client has room for the connection.
    func move(_ connection: Connection, to address: ClientAddress) -> Bool {
        let (isMet, leaving) = state.withLock { $0.move(connection, to: address) }
        if isMet { note(.address, leaving == nil ? .refused : .madeRoom) }
        leaving?.close(promise: nil)
        return !isMet || leaving != nil
    }

    private func note(_ met: ConnectionTable.MetLimit, _ outcome: LimitLog.Outcome) {
        let limits = limits
        switch met {
        case .address:
            log.note(
                .addressConnectionLimit, limits.address, outcome, isOfProcess: limits.isAddressReduced)
        case .all: log.note(.openConnectionLimit, limits.all, outcome, isOfProcess: limits.isAllReduced)
        }
    }

    /// Records that a request has arrived completely on a connection, or that a request has been answered.
    func note(_ connection: Connection, isAnswering: Bool) {
        state.withLock { $0.note(connection, isAnswering: isAnswering) }
    }

    /// Closes an idle connection because the process can open no more files.
    func makeRoom() {
        let leaving = state.withLock { $0.takeIdle() }
        leaving?.close(promise: nil)
    }

    /// Records that a stream of an HTTP/2 connection was opened or closed.
    func note(stream channel: any Channel, isOpen: Bool) {
        state.withLock { $0.streams[ObjectIdentifier(channel)] = isOpen ? channel : nil }
    }

    /// Schedules the end of all requests: after the given time, every unanswered request gets 503.
    ///
    /// Only the first call sets the time.
    package func stop(in time: TimeAmount) {
        end.withLock { end in
            guard end == nil else { return }
            // The timer runs on an event loop, because features may block all threads that run Swift's tasks.
            end = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: time) { [weak self] in self?.stop() }
        }
    }

    /// Cancels the task that ``stop(in:)`` scheduled.
    package func cancelStop() { end.withLock { $0?.cancel() } }

    private func stop() {
        for channel in state.withLock(\.channels) { channel.pipeline.fireUserInboundEventTriggered(HostStops()) }
    }
}

/// The event that tells a channel that the host stops.
struct HostStops: Sendable {}
