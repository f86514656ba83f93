import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Keeps event streams alive and detects disconnected clients.
///
/// Sends a comment on a silent stream, closes a stream whose client has disconnected, and closes the connection when
/// its stream ends. One timer on the connection's event loop is enough for this. A task for each stream would need far
/// more memory.
package final class Heartbeat: ChannelDuplexHandler, RemovableChannelHandler {
    /// The handler receives parts of requests.
    package typealias InboundIn = HTTPRequestPart
    /// The handler passes parts of requests on.
    package typealias InboundOut = HTTPRequestPart
    /// The handler receives parts of responses.
    package typealias OutboundIn = HTTPResponsePart
    /// The handler passes parts of responses on.
    package typealias OutboundOut = HTTPResponsePart

    private let interval: TimeAmount
    private var lastWrite = NIODeadline.uptimeNanoseconds(0)
    private var timer: Scheduled<Void>?
    private var isClientGone = false

    /// Creates a handler that sends a comment after each silent interval.
    package init(interval: TimeAmount) {
        self.interval = interval
    }

    /// Starts the timer at the head of an event stream, postpones the timer at each write, and stops the timer at the
    /// end.
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

    /// Closes the stream when the client closes its sending side, because this is how a client leaves a stream.
    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event as? ChannelEvent == .inputClosed {
            isClientGone = true
            closeIfGone(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// Closes the stream when the client sends malformed HTTP.
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

    /// Writes the end of a stream and closes the sending side, because a stream is the last response of its connection.
    ///
    /// An HTTP/2 stream closes by itself and does not support closing one side.
    private func writeLast(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.assumeIsolated().whenSuccess { context.close(mode: .output, promise: nil) }
        context.write(data, promise: written)
    }

    /// Ends the stream of a client that has gone.
    ///
    /// A client that has only closed its sending side can read the answer: its head and an ended body.
    private func closeIfGone(_ context: ChannelHandlerContext) {
        guard isClientGone, timer != nil else { return }
        stop()
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}
