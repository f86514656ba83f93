import HTTPTypes
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes

/// Answers what is no request, or has too large a head, with the reason, and closes the connection.
///
/// The server's own answer is 400 for all of it, without a word.
package final class MalformedRequests: ChannelDuplexHandler, RemovableChannelHandler {
    /// What comes in and goes on.
    package typealias InboundIn = HTTPRequestPart
    /// What comes in and goes on.
    package typealias InboundOut = HTTPRequestPart
    /// What goes out.
    package typealias OutboundIn = HTTPResponsePart
    /// What goes out.
    package typealias OutboundOut = HTTPResponsePart

    /// How long the rest of what a client sends is read, so that the answer reaches it.
    private static let patience = TimeAmount.seconds(2)

    private var isAnswering = false
    private var isRefused = false

    /// Waits for what is malformed.
    package init() {}

    /// Has the first lines of requests kept.
    package func handlerAdded(context: ChannelHandlerContext) {
        RequestLine.add(to: context.pipeline.syncOperations)
    }

    /// Notes where a request begins; after a refusal nothing is listened to.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        if case .head = unwrapInboundIn(data) { isAnswering = true }
        context.fireChannelRead(data)
    }

    /// Notes where an answer ends.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { isAnswering = false }
        context.write(data, promise: promise)
    }

    /// Refuses what cannot be read, unless an answer is on its way: that one the server ends.
    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isRefused else { return }
        guard let error = error as? HTTPParserError, !isAnswering else { return context.fireErrorCaught(error) }
        isRefused = true
        let problem =
            error == .headerOverflow
            ? Problem(
                .requestHeaderFieldsTooLarge, "the header is larger than this host takes: 16 KiB a field, 64 KiB in all"
            )
            : Problem(.badRequest, "this is no request of HTTP/1.1")
        var fields = ResponseFields.problem
        fields[.connection] = "close"
        fields[.date] = nil
        fields[.contentLength] = String(problem.json.count)
        context.write(wrapOutboundOut(.head(HTTPResponse(status: problem.status, headerFields: fields))), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: problem.json))), promise: nil)
        let end = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        end.futureResult.whenComplete { _ in
            bound.value.close(mode: .output, promise: nil)
            // Closed while something is unread, the connection would be reset and the answer lost.
            bound.value.eventLoop.assumeIsolated().scheduleTask(in: Self.patience) {
                bound.value.close(promise: nil)
            }
        }
    }
}
