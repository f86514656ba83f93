package import NIOCore
package import NIOHTTPTypes

/// Closes a connection whose request takes too long to arrive.
///
/// The server's idle timeout is not enough: it restarts with every part of a body, so a client could send a body slowly
/// and forever.
package final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    /// The handler receives parts of requests.
    package typealias InboundIn = HTTPRequestPart
    /// The handler passes parts of requests on.
    package typealias InboundOut = HTTPRequestPart

    private let limit: TimeAmount
    private var isReading = false
    private var deadline: Scheduled<Void>?

    /// Creates a handler with a time limit for the arrival of each request.
    package init(limit: TimeAmount) {
        self.limit = limit
    }

    /// Detects the beginning and the end of a request.
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

    /// Starts the timer if only a part of the request has arrived.
    package func channelReadComplete(context: ChannelHandlerContext) {
        if isReading, deadline == nil {
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { context.close(promise: nil) }
        }
        context.fireChannelReadComplete()
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
