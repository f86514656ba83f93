import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Counts what is written of large bodies until the client has taken it.
package final class UnreadBytes: ChannelOutboundHandler, RemovableChannelHandler {
    /// What goes out.
    package typealias OutboundIn = HTTPResponsePart
    /// What goes out.
    package typealias OutboundOut = HTTPResponsePart

    /// Smaller parts are not counted: a channel buffers about this much before it stops writing.
    private static let least = 16 << 10

    private let answers: UnreadAnswers

    /// Counts for a host.
    package init(_ answers: UnreadAnswers) { self.answers = answers }

    /// Counts a part of a body that is large.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .body(let body) = unwrapOutboundIn(data), body.readableBytes >= UnreadBytes.least else {
            return context.write(data, promise: promise)
        }
        let (count, channel, answers) = (body.readableBytes, context.channel, answers)
        let written = promise ?? context.eventLoop.makePromise()
        answers.add(count, of: channel)
        written.futureResult.whenComplete { _ in answers.remove(count, of: channel) }
        context.write(data, promise: written)
    }
}
