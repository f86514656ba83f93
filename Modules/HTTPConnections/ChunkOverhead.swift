import NIOCore
import NIOHTTP1

/// Limits how many bytes a chunked body may take on the wire for each byte that it carries.
///
/// A chunk's size may be followed by extensions of any length (RFC 9112, 7.1.1). The parser skips them and sets no
/// limit.
final class ChunkOverhead: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The event that a body exceeded the limit.
    struct Exceeded: Sendable {}

    /// How many bytes a body may take without carrying any, as many as a header field may have.
    private static let allowance = 16 << 10
    /// How many more bytes a body may take for each byte that it carries.
    ///
    /// Chunks of one byte take six.
    private static let factor = 8

    private var isCounting = false
    private var taken = 0
    private var carried = 0

    /// Adds a handler in front of the HTTP/1.1 parser.
    ///
    /// HTTP/2 has no such parser: `nil`.
    static func add(to pipeline: ChannelPipeline.SynchronousOperations) -> ChunkOverhead? {
        guard let parser = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else {
            return nil
        }
        let handler = ChunkOverhead()
        do { try pipeline.addHandler(handler, position: .before(parser)) } catch { return nil }
        return handler
    }

    func begin() { (isCounting, taken, carried) = (true, 0, 0) }

    func carry(_ count: Int) { carried += count }

    func end() { isCounting = false }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Bytes that arrive together with the head are not counted.
        if isCounting { taken += unwrapInboundIn(data).readableBytes }
        context.fireChannelRead(data)
        guard isCounting, taken > ChunkOverhead.allowance + ChunkOverhead.factor * carried else { return }
        isCounting = false
        context.fireUserInboundEventTriggered(Exceeded())
    }
}
