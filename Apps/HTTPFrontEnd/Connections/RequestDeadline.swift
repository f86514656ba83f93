package import NIOCore
package import NIOHTTPTypes

/// Closes a connection whose request does not arrive whole in time.
///
/// The server's own idle timeout begins again with every part of a body, so that a client could send one for ever.
package final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    /// What comes in and goes on.
    package typealias InboundIn = HTTPRequestPart
    /// What comes in and goes on.
    package typealias InboundOut = HTTPRequestPart

    private let limit: TimeAmount
    private var isReading = false
    private var deadline: Scheduled<Void>?

    /// Gives each request a time to arrive.
    package init(limit: TimeAmount) {
        self.limit = limit
    }

    /// Notes where a request begins and ends.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: isReading = true
        case .body: break
        case .end:
            isReading = false
            stop()
        }
        context.fireChannelRead(data)
    }

    /// Starts the clock for a request that has not arrived at once.
    package func channelReadComplete(context: ChannelHandlerContext) {
        if isReading, deadline == nil {
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { context.close(promise: nil) }
        }
        context.fireChannelReadComplete()
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
