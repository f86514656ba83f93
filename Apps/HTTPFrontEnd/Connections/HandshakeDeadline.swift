package import NIOCore
import NIOTLS

/// Closes a connection whose TLS handshake does not end in time: nothing else counts the time before it.
package final class HandshakeDeadline: ChannelInboundHandler, RemovableChannelHandler {
    /// What comes in and goes on.
    package typealias InboundIn = NIOAny

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?

    /// Gives the handshake a time.
    package init(limit: TimeAmount) {
        self.limit = limit
    }

    /// Starts the clock.
    package func handlerAdded(context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { context.close(promise: nil) }
    }

    /// Stops the clock at the end of the handshake.
    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event { stop() }
        context.fireUserInboundEventTriggered(event)
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

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }
}
