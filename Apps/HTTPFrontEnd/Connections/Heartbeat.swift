import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Writes a comment into an event stream that says nothing for long.
///
/// One timer of the connection's event loop, where a task for each stream would cost memory.
package final class Heartbeat: ChannelOutboundHandler, RemovableChannelHandler {
    /// What goes out.
    package typealias OutboundIn = HTTPResponsePart
    /// What goes out.
    package typealias OutboundOut = HTTPResponsePart

    private let interval: TimeAmount
    private var lastWrite = NIODeadline.uptimeNanoseconds(0)
    private var timer: Scheduled<Void>?

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
        case .end: stop()
        default: break
        }
        context.write(data, promise: promise)
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

    private func stop() {
        timer?.cancel()
        timer = nil
    }
}
