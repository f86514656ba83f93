import NIOCore
import Synchronization

/// One open connection, as ``Connections`` counts it.
final class Connection: Sendable {
    let address: ClientAddress
    /// Whether it is beyond the limits: its first request is answered 503.
    let isRefused: Bool
    private let requests = Atomic(0)
    /// The channel as long as it is counted, so that a closed one is not kept.
    private let current: Mutex<(any Channel)?>

    init(_ channel: any Channel, _ address: ClientAddress, isRefused: Bool) {
        current = Mutex(channel)
        (self.address, self.isRefused) = (address, isRefused)
    }

    /// The channel; `nil` once the connection is no longer counted.
    var channel: (any Channel)? { current.withLock(\.self) }

    /// Whether a request that has arrived whole is being answered.
    var isAnswering: Bool { requests.load(ordering: .relaxed) > 0 }

    /// Notes that a request has arrived whole, or that one was answered.
    func note(isAnswering: Bool) {
        requests.add(isAnswering ? 1 : -1, ordering: .relaxed)
    }

    /// Notes that it is no longer counted, and returns the channel if it was until now.
    func leave() -> (any Channel)? {
        current.withLock { current in
            defer { current = nil }
            return current
        }
    }
}

/// Keeps a connection where the handlers of its requests find it.
final class ConnectionPlace: ChannelOutboundHandler {
    typealias OutboundIn = Never

    let connection: Connection

    init(_ connection: Connection) { self.connection = connection }
}
