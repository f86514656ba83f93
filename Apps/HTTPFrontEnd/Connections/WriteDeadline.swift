package import NIOCore

/// Closes a connection whose client takes nothing of what is written to it.
///
/// The server's own idle timeout does not count while an answer is on its way, so that a client that never reads could
/// keep its connection for ever. A slow one that takes a little now and then is left alone.
package final class WriteDeadline: ChannelInboundHandler, RemovableChannelHandler {
    /// What comes in and goes on.
    package typealias InboundIn = NIOAny

    private let limit: TimeAmount
    private let weighs: Bool
    private var waiting = 0
    private var deadline: Scheduled<Void>?

    /// Gives a client a time in which it must take something, whenever there is more than it has taken.
    ///
    /// - Parameters:
    ///   - limit: The time.
    ///   - weighs: Whether the channel tells how much waits in it. A stream of HTTP/2 does not, and ends the process when
    ///     it is asked; there a client must take all that waits.
    package init(limit: TimeAmount, weighs: Bool = true) {
        (self.limit, self.weighs) = (limit, weighs)
    }

    /// Starts and stops the clock.
    package func channelWritabilityChanged(context: ChannelHandlerContext) {
        stop()
        if !context.channel.isWritable { start(context) }
        context.fireChannelWritabilityChanged()
    }

    /// Stops the clock.
    package func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    /// Stops the clock.
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
        guard weighs else { return 0 }
        return (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
