import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Removes the field `Connection` from answers on HTTP/2 streams, where it is forbidden (RFC 9113, 8.2.2).
package final class ConnectionField: ChannelOutboundHandler, RemovableChannelHandler {
    /// Parts of answers.
    package typealias OutboundIn = HTTPResponsePart
    /// Parts of answers.
    package typealias OutboundOut = HTTPResponsePart

    private var isOneOfMany = false

    /// Creates a handler.
    package init() {}

    /// Notes whether this channel is a stream of HTTP/2.
    ///
    /// Its parent is then a connection, whose own parent is the listener.
    package func handlerAdded(context: ChannelHandlerContext) {
        isOneOfMany = context.channel.parent?.parent != nil
    }

    /// Removes the field.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOneOfMany, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.headerFields[.connection] = nil
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
