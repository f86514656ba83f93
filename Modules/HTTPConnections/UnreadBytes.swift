import HTTPTypes
package import NIOCore
package import NIOHTTPTypes

/// Counts large parts of response bodies from the moment they are written until the client has read them.
package final class UnreadBytes: ChannelOutboundHandler, RemovableChannelHandler {
    /// The handler receives parts of responses.
    package typealias OutboundIn = HTTPResponsePart
    /// The handler passes parts of responses on.
    package typealias OutboundOut = HTTPResponsePart

    /// The minimum length of a counted part.
    ///
    /// Smaller parts are not counted, because a channel buffers about this many bytes anyway.
    private static let minimumLength = 16 << 10

    private let answers: UnreadAnswers

    /// Creates a handler that adds bytes to a host's count of unread bytes.
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
