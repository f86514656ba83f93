import NIOCore
import NIOHTTP1

/// Weighs what a body in chunks takes on the wire against what it carries.
///
/// A chunk's size may be followed by extensions of any length (RFC 9112, 7.1.1), which the parser skips and never ends.
final class ChunkOverhead: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The event that a body takes too much.
    struct Exceeded: Sendable {}

    /// How much a body may take without carrying anything, as much as a header's field.
    private static let allowance = 16 << 10
    /// How much more it may take for each byte: one byte a chunk takes six.
    private static let factor = 8

    private var isCounting = false
    private var taken = 0
    private var carried = 0

    /// Puts one before the parser, where there is one: not for HTTP/2.
    static func add(to pipeline: ChannelPipeline.SynchronousOperations) -> ChunkOverhead? {
        guard let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else {
            return nil
        }
        let handler = ChunkOverhead()
        do { try pipeline.addHandler(handler, position: .before(parser)) } catch { return nil }
        return handler
    }

    /// Notes that a body in chunks begins.
    func begin() { (isCounting, taken, carried) = (true, 0, 0) }

    /// Notes what it carries.
    func carry(_ count: Int) { carried += count }

    /// Notes its end.
    func end() { isCounting = false }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What has come with the head is not weighed.
        if isCounting { taken += unwrapInboundIn(data).readableBytes }
        context.fireChannelRead(data)
        guard isCounting, taken > ChunkOverhead.allowance + ChunkOverhead.factor * carried else { return }
        isCounting = false
        context.fireUserInboundEventTriggered(Exceeded())
    }
}
