import NIOCore
import Synchronization

/// One open connection, as ``Connections`` counts it.
final class Connection: Sendable {
    let address: ClientAddress
    /// Whether it is beyond the limits: its first request is answered 503.
    let isRefused: Bool
    private let state: Mutex<State>

    private struct State {
        /// `nil` once the connection is no longer counted, so that a closed channel is not kept.
        var channel: (any Channel)?
        /// How many streams answer a request that has arrived whole: at most one but for HTTP/2.
        var answering = 0
        var ticket: Int?
    }

    init(_ channel: any Channel, _ address: ClientAddress, isRefused: Bool) {
        state = Mutex(State(channel: channel))
        (self.address, self.isRefused) = (address, isRefused)
    }

    /// The channel; `nil` once the connection is no longer counted.
    var channel: (any Channel)? { state.withLock(\.channel) }

    /// Whether it is counted and no request that has arrived whole is being answered.
    var isIdle: Bool { state.withLock { $0.channel != nil && $0.answering == 0 } }

    /// Its ticket among the idle connections of its address, while it is one.
    var ticket: Int? {
        get { state.withLock(\.ticket) }
        set { state.withLock { $0.ticket = newValue } }
    }

    /// Notes that a request has arrived whole, or that one was answered.
    func note(isAnswering: Bool) { state.withLock { $0.answering += isAnswering ? 1 : -1 } }

    /// Notes that it is no longer counted, and returns the channel if it was until now.
    func leave() -> (any Channel)? {
        state.withLock { state in
            defer { state.channel = nil }
            return state.channel
        }
    }
}

/// Keeps a connection where the handlers of its requests find it.
final class ConnectionPlace: ChannelOutboundHandler {
    typealias OutboundIn = Never

    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }
}
