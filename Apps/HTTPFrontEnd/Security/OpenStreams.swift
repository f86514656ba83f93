import NIOCore
import Synchronization

/// The open streams of clients, which end when their owners' access ends.
final class OpenStreams<Owner: Sendable>: Sendable {
    private let streams = Mutex<[ObjectIdentifier: (channel: any Channel, owner: Owner)]>([:])

    /// Adds a stream until its channel closes.
    func add(_ channel: any Channel, of owner: Owner) {
        let id = ObjectIdentifier(channel)
        streams.withLock { $0[id] = (channel, owner) }
        channel.closeFuture.whenComplete { _ in self.streams.withLock { $0[id] = nil } }
    }

    /// Closes the channels of certain owners.
    func end(where isOver: (Owner) -> Bool) {
        let ended = streams.withLock { $0.values.filter { isOver($0.owner) }.map(\.channel) }
        for channel in ended { channel.close(promise: nil) }
    }
}
