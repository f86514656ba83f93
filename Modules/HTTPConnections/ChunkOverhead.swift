import NIOCore
import NIOHTTP1

/// Limits the number of bytes that a chunked body takes on the wire, relative to the size of its payload.
///
/// The size of each chunk may be followed by extensions of any length (RFC 9112, 7.1.1). The parser skips extensions
/// and does not limit their length.
final class ChunkOverhead: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The event that this handler fires when a body exceeds the limit.
    struct Exceeded: Sendable {}

    /// The number of bytes that every body may take on the wire, whatever its payload.
    ///
    /// It equals the size limit of a header field.
    private static let allowance = 16 << 10
    /// The maximum number of bytes on the wire per byte of payload, in addition to the allowance.
    ///
    /// A chunk with one byte of payload has six bytes on the wire.
    private static let factor = 8

    private var isCounting = false
    private var taken = 0
    private var carried = 0

    /// Adds a handler before the HTTP/1.1 parser.
    ///
    /// Returns `nil` on HTTP/2, which has no such parser.
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
        // Bytes of the body that arrive together with the head are not counted.
        if isCounting { taken += unwrapInboundIn(data).readableBytes }
        context.fireChannelRead(data)
        guard isCounting, taken > ChunkOverhead.allowance + ChunkOverhead.factor * carried else { return }
        isCounting = false
        context.fireUserInboundEventTriggered(Exceeded())
    }
}
