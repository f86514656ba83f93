import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Counts the large parts of bodies from their writing until the client has read them.
package final class UnreadBytes: ChannelOutboundHandler, RemovableChannelHandler {
    /// Parts of answers.
    package typealias OutboundIn = HTTPResponsePart
    /// Parts of answers.
    package typealias OutboundOut = HTTPResponsePart

    /// Smaller parts are not counted: a channel buffers about this much in any case.
    private static let minimumLength = 16 << 10

    private let answers: UnreadAnswers

    /// Creates a handler that adds to a host's count.
    package init(_ answers: UnreadAnswers) { self.answers = answers }

    /// Counts a large part of a body.
    package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .body(let body) = unwrapOutboundIn(data), body.readableBytes >= UnreadBytes.minimumLength else {
            return context.write(data, promise: promise)
        }
        let (count, channel, answers) = (body.readableBytes, context.channel, answers)
        let written = promise ?? context.eventLoop.makePromise()
        answers.add(count, of: channel)
        written.futureResult.whenComplete { _ in answers.remove(count, of: channel) }
        context.write(data, promise: written)
    }
}
