import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Writes a comment into an event stream that says nothing for long, closes one whose client is gone, and ends the connection
/// with it.
///
/// One timer of the connection's event loop and an ear for the client, where tasks for each stream would cost memory.
package final class Heartbeat: ChannelDuplexHandler, RemovableChannelHandler {
    /// What comes in and goes on.
    package typealias InboundIn = HTTPRequestPart
    /// What comes in and goes on.
    package typealias InboundOut = HTTPRequestPart
    /// What goes out.
    package typealias OutboundIn = HTTPResponsePart
    /// What goes out.
    package typealias OutboundOut = HTTPResponsePart

    private let interval: TimeAmount
    private var lastWrite = NIODeadline.uptimeNanoseconds(0)
    private var timer: Scheduled<Void>?
    private var isClientGone = false

    /// Beats after each interval without a word.
    package init(interval: TimeAmount) {
        self.interval = interval
    }

    /// Notes where a stream begins, speaks and ends.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.headerFields.contains(where: Heartbeat.isOfStream):
            lastWrite = context.eventLoop.now
            schedule(in: interval, context)
        case .body where timer != nil:
            lastWrite = context.eventLoop.now
        case .end where timer != nil:
            stop()
            return writeLast(data, promise, context)
        default: break
        }
        context.write(data, promise: promise)
        closeIfGone(context)
    }

    /// Notes that a client closes its side, which is how it leaves a stream.
    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            isClientGone = true
            closeIfGone(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Notes that a client can be understood no more.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        isClientGone = true
        closeIfGone(context)
        context.fireErrorCaught(error)
    }

    /// Stops the timer.
    package func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    private static func isOfStream(_ field: HTTPField) -> Bool {
        field.name == .contentType && field.value == "text/event-stream"
    }

    private func schedule(in time: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { self.beat(context) }
    }

    private func beat(_ context: ChannelHandlerContext) {
        let now = context.eventLoop.now
        guard now - lastWrite >= interval else { return schedule(in: lastWrite + interval - now, context) }
        if context.channel.isWritable {
            context.writeAndFlush(wrapOutboundOut(.body(ByteBuffer(string: ":\n\n"))), promise: nil)
        }
        lastWrite = now
        schedule(in: interval, context)
    }

    /// Writes a stream's end and closes this side, for it is the last answer of its connection.
    ///
    /// A stream of HTTP/2 ends by itself, and refuses to be closed so.
    private func writeLast(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.assumeIsolated().whenSuccess { context.close(mode: .output, promise: nil) }
        context.write(data, promise: written)
    }

    private func closeIfGone(_ context: ChannelHandlerContext) {
        if isClientGone, timer != nil { context.close(promise: nil) }
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}
