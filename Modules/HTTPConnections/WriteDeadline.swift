package import NIOCore

/// Closes a connection whose client reads nothing while output waits for it.
///
/// The server's idle timeout does not apply during a response, so a client that never reads could keep its connection
/// open forever. A slow client that reads a little now and then stays connected.
package final class WriteDeadline: ChannelInboundHandler, RemovableChannelHandler {
    /// Data of any type; the handler passes it on unchanged.
    package typealias InboundIn = NIOAny

    private let limit: TimeAmount
    private let countsWaitingBytes: Bool
    private var waiting = 0
    private var deadline: Scheduled<Void>?

    /// Creates a handler that closes the connection if the client reads no waiting output within a time limit.
    ///
    /// - Parameters:
    ///   - limit: The time limit.
    ///   - countsWaitingBytes: Whether the channel can report the number of waiting bytes. An HTTP/2 stream cannot
    ///     report it and traps when asked. The client of such a stream must read all waiting bytes within the limit.
    package init(limit: TimeAmount, countsWaitingBytes: Bool = true) {
        (self.limit, self.countsWaitingBytes) = (limit, countsWaitingBytes)
    }

    /// Starts the timer when output waits, and stops it when no output waits.
    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        stop()
        if !context.channel.isWritable { start(context) }
        context.fireChannelWritabilityChanged()
    }

    /// Stops the timer.
    package func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    /// Stops the timer.
    package func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    private func start(_ context: ChannelHandlerContext) {
        waiting = waitingBytes(context.channel)
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
            guard self.waitingBytes(context.channel) < self.waiting else { return context.close(promise: nil) }
            self.start(context)
        }
    }

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }

    private func waitingBytes(_ channel: any Channel) -> Int {
        guard countsWaitingBytes else { return 0 }
        return (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
