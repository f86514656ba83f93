import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Leaves out what an answer says of its connection where that carries many: HTTP/2 forbids it (RFC 9113, 8.2.2).
package final class ConnectionField: ChannelOutboundHandler, RemovableChannelHandler {
    /// What goes out.
    package typealias OutboundIn = HTTPResponsePart
    /// What goes out.
    package typealias OutboundOut = HTTPResponsePart

    private var isOneOfMany = false

    /// Waits for answers.
    package init() {}

    /// Finds out whether this is a stream of a connection: its parent's parent is what accepted the connection.
    package func handlerAdded(context: ChannelHandlerContext) {
        isOneOfMany = context.channel.parent?.parent != nil
    }

    /// Leaves out the field.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOneOfMany, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.headerFields[.connection] = nil
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
