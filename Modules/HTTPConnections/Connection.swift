import NIOCore
import Synchronization

/// One open connection, counted by ``Connections``.
final class Connection: Sendable {
    let address: ClientAddress
    /// Whether the connection exceeds a limit.
    ///
    /// Its first request is then answered 503.
    let isRefused: Bool
    private let state: Mutex<State>

    private struct State {
        /// `nil` once the connection is no longer counted, so that a closed channel is released.
        var channel: (any Channel)?
        /// How many requests that arrived completely are being answered: more than one only on HTTP/2.
        var answering = 0
        var ticket: Int?
    }

    init(_ channel: any Channel, _ address: ClientAddress, isRefused: Bool) {
        state = Mutex(State(channel: channel))
        (self.address, self.isRefused) = (address, isRefused)
    }

    var channel: (any Channel)? { state.withLock(\.channel) }

    /// Whether the connection is counted and answers no request that arrived completely.
    var isIdle: Bool { state.withLock { $0.channel != nil && $0.answering == 0 } }

    /// The connection's ticket among the idle connections of its address; `nil` while it is not idle.
    var ticket: Int? {
        get { state.withLock(\.ticket) }
        set { state.withLock { $0.ticket = newValue } }
    }

    /// Notes that a request arrived completely, or that one was answered.
    func note(isAnswering: Bool) { state.withLock { $0.answering += isAnswering ? 1 : -1 } }

    /// Stops counting the connection.
    ///
    /// Returns its channel if it was counted until now.
    func leave() -> (any Channel)? {
        state.withLock { state in
            defer { state.channel = nil }
            return state.channel
        }
    }
}

/// Holds a connection where the handlers of its requests find it.
final class ConnectionPlace: ChannelOutboundHandler {
    typealias OutboundIn = Never

    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }
}
