import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Removes the header field `Connection` from responses on HTTP/2 streams, where the field is forbidden (RFC 9113,
/// 8.2.2).
package final class ConnectionField: ChannelOutboundHandler, RemovableChannelHandler {
    /// The handler receives parts of responses.
    package typealias OutboundIn = HTTPResponsePart
    /// The handler passes parts of responses on.
    package typealias OutboundOut = HTTPResponsePart

    private var isOneOfMany = false

    /// Creates a handler.
    package init() {}

    /// Detects whether this channel is an HTTP/2 stream.
    ///
    /// The parent of a stream is a connection, and the parent of a connection is the listening channel.
    package func handlerAdded(context: ChannelHandlerContext) {
        isOneOfMany = context.channel.parent?.parent != nil
    }

    /// Removes the field from the head of a response.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOneOfMany, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.headerFields[.connection] = nil
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
