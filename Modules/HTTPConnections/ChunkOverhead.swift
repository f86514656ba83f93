import NIOCore
import NIOHTTP1

/// Limits what a chunked body costs relative to the size of its payload: its bytes on the wire and its chunks.
///
/// The size of each chunk may be followed by extensions of any length (RFC 9112, 7.1.1). The parser skips extensions
/// and does not limit their length. Each chunk takes time of its own, so that a body of small chunks takes hundreds of
/// times as long as the same body in one chunk.
final class ChunkOverhead: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The event that this handler fires when a body takes too many bytes on the wire.
    struct Exceeded: Sendable {}

    /// The number of bytes that every body may take on the wire, whatever its payload.
    ///
    /// It equals the size limit of a header field.
    private static let allowance = 16 << 10
    /// The maximum number of bytes on the wire per byte of payload, in addition to the allowance.
    ///
    /// A chunk with one byte of payload has six bytes on the wire.
    private static let factor = 8

    /// The number of chunks that every body may have, whatever its payload.
    private static let chunkAllowance = 1_000
    /// The minimum payload of a chunk beyond the allowance, in bytes, on average.
    private static let chunkPayload = 64

    private var isCounting = false
    private var isStopped = false
    private var (taken, carried, chunks) = (0, 0, 0)

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

    func begin() { (isCounting, taken, carried, chunks) = (true, 0, 0, 0) }

    /// Counts a part of the body, and returns whether the body has too many chunks.
    ///
    /// A chunk has one part for each read in which it arrives.
    func carry(_ count: Int) -> Bool {
        (carried, chunks) = (carried + count, chunks + 1)
        return isCounting && chunks > ChunkOverhead.chunkAllowance + carried / ChunkOverhead.chunkPayload
    }

    func end() { isCounting = false }

    /// Passes no further input to the parser.
    func stop() { isStopped = true }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isStopped else { return }
        // Bytes of the body that arrive together with the head are not counted.
        if isCounting { taken += unwrapInboundIn(data).readableBytes }
        context.fireChannelRead(data)
        guard isCounting, taken > ChunkOverhead.allowance + ChunkOverhead.factor * carried else { return }
        isCounting = false
        context.fireUserInboundEventTriggered(Exceeded())
    }
}
