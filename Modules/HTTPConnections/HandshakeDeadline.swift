package import NIOCore
import NIOTLS

/// Closes a connection whose TLS handshake takes too long.
///
/// No other time limit applies before the end of the handshake.
package final class HandshakeDeadline: ChannelInboundHandler, RemovableChannelHandler {
    /// Data of any type; the handler passes it on unchanged.
    package typealias InboundIn = NIOAny

    private let limit: TimeAmount
    private var deadline: Scheduled<Void>?

    /// Creates a handler with a time limit for the handshake.
    package init(limit: TimeAmount) {
        self.limit = limit
    }

    /// Starts the timer.
    package func handlerAdded(context: ChannelHandlerContext) {
        deadline = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { context.close(promise: nil) }
    }

    /// Stops the timer at the end of the handshake.
    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted = event { stop() }
        context.fireUserInboundEventTriggered(event)
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

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }
}
