import NIOCore
import Synchronization

/// Limits the memory of responses that clients have not read yet.
///
/// Beyond the limit, closes the connection that has had unread bytes for the longest time.
package final class UnreadAnswers: Sendable {
    private struct Reader {
        var bytes: Int
        let channel: any Channel
        let number: Int
    }

    private struct State {
        var bytes = 0
        var readers: [ObjectIdentifier: Reader] = [:]
        var lastNumber = 0
    }

    private let limit: Int
    private let log: LimitLog
    private let state = Mutex(State())

    /// Creates a count without unread bytes.
    ///
    /// - Parameters:
    ///   - limit: The largest number of unread bytes.
    ///   - log: Logs a warning when the limit is reached.
    package init(limit: Int, log: LimitLog) { (self.limit, self.log) = (limit, log) }

    /// Counts bytes of a response as unread.
    ///
    /// May close the connection of the slowest client.
    func add(_ count: Int, of channel: any Channel) {
        let slowest = state.withLock { state -> (any Channel)? in
            let id = ObjectIdentifier(channel)
            if state.readers[id] == nil {
                state.lastNumber += 1
                state.readers[id] = Reader(bytes: 0, channel: channel, number: state.lastNumber)
            }
            state.readers[id]?.bytes += count
            state.bytes += count
            guard state.bytes > limit, state.readers.count > 1 else { return nil }
            return state.readers.values.min { $0.number < $1.number }?.channel
        }
        guard let slowest else { return }
        log.note(.bodyMemory, limit >> 20)
        slowest.close(promise: nil)
    }

    /// Stops counting bytes, because they were sent or their connection was closed.
    func remove(_ count: Int, of channel: any Channel) {
        state.withLock { state in
            let id = ObjectIdentifier(channel)
            guard let reader = state.readers[id] else { return }
            state.bytes -= count
            state.readers[id] =
                reader.bytes > count
                ? Reader(bytes: reader.bytes - count, channel: channel, number: reader.number) : nil
        }
    }
}
