package import NIOCore
import Synchronization

/// Tells when the connection of a request closes, so that work for a client that has gone can end.
///
/// A channel's `closeFuture` tells it too, but keeps each observer until the connection closes. A connection can carry any
/// number of requests.
package final class Departures: Sendable {
    /// The observers of a channel, by number.
    private typealias Observers = [Int: @Sendable () -> Void]

    private struct State {
        /// The open channels; a channel is removed when it closes.
        var channels: [ObjectIdentifier: Observers] = [:]
        /// Whether a channel has ever been open.
        ///
        /// Requests that tests send in process have channels that are never open.
        var hasChannels = false
        var lastNumber = 0
    }

    private let state = Mutex(State())

    /// Creates an instance that knows no channel yet.
    package init() {}

    /// Calls an observer when a channel closes, or at once if the channel has closed.
    ///
    /// - Parameters:
    ///   - channel: The connection of a request, or its HTTP/2 stream.
    ///   - leave: The observer. It is called at most once, on any thread.
    /// - Returns: The number for ``forget(_:of:)``.
    package func observe(_ channel: any Channel, _ leave: @escaping @Sendable () -> Void) -> Int {
        let (number, hasClosed) = state.withLock { state in
            state.lastNumber += 1
            let isOpen = state.channels[ObjectIdentifier(channel)] != nil
            if isOpen { state.channels[ObjectIdentifier(channel)]?[state.lastNumber] = leave }
            return (state.lastNumber, !isOpen && state.hasChannels)
        }
        if hasClosed { leave() }
        return number
    }

    /// Removes an observer.
    package func forget(_ number: Int, of channel: any Channel) {
        state.withLock { $0.channels[ObjectIdentifier(channel)]?[number] = nil }
    }

    /// Records that a channel is open.
    package func arrive(_ channel: any Channel) {
        state.withLock { state in
            state.hasChannels = true
            state.channels[ObjectIdentifier(channel)] = [:]
        }
    }

    /// Records that a channel has closed, and calls its observers.
    package func leave(_ channel: any Channel) {
        let observers = state.withLock { $0.channels.removeValue(forKey: ObjectIdentifier(channel)) }
        observers?.values.forEach { $0() }
    }
}
