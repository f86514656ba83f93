import NIOCore
import Synchronization

/// One open connection, counted by ``Connections``.
final class Connection: Sendable {
    /// Whether the connection exceeds a limit.
    ///
    /// The first request on such a connection is answered with 503.
    let isRefused: Bool
    private let state: Mutex<State>

    private struct State {
        /// The connection's channel; `nil` when the connection is no longer counted.
        ///
        /// Without this reference, the closed channel can be released.
        var channel: (any Channel)?
        var address: ClientAddress
        /// The number of requests that have arrived completely and are not answered yet.
        ///
        /// The number exceeds 1 only on HTTP/2.
        var answering = 0
        var ticket: Int?
    }

    init(_ channel: any Channel, _ address: ClientAddress, isRefused: Bool) {
        state = Mutex(State(channel: channel, address: address))
        self.isRefused = isRefused
    }

    /// The address for which the connection counts.
    ///
    /// The connection of a trusted proxy counts for the client of its newest request.
    var address: ClientAddress {
        get { state.withLock(\.address) }
        set { state.withLock { $0.address = newValue } }
    }

    var channel: (any Channel)? { state.withLock(\.channel) }

    /// Whether the connection is counted and all requests that arrived completely are answered.
    var isIdle: Bool { state.withLock { $0.channel != nil && $0.answering == 0 } }

    /// The connection's ticket in the queue of idle connections of its address; `nil` while the connection is not idle.
    var ticket: Int? {
        get { state.withLock(\.ticket) }
        set { state.withLock { $0.ticket = newValue } }
    }

    /// Records that a request has arrived completely, or that a request has been answered.
    func note(isAnswering: Bool) { state.withLock { $0.answering += isAnswering ? 1 : -1 } }

    /// Stops counting the connection.
    ///
    /// Returns its channel, or `nil` if the connection was no longer counted.
    func leave() -> (any Channel)? {
        state.withLock { state in
            defer { state.channel = nil }
            return state.channel
        }
    }
}

/// Stores a connection in the pipeline of the connection's channel.
///
/// Request handlers look up the connection in this pipeline.
final class ConnectionPlace: ChannelOutboundHandler {
    typealias OutboundIn = Never

    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }
}
